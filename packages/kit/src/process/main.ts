import { StartError } from '../refusal/start-error';

/**
 * Runs a main. If it fails, it prints the reason on standard error and ends with status 1: a
 * sentence if the operator can fix it, the whole error if it is a bug.
 */
export async function runMain(name: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const isOurs = error instanceof StartError;
    const told =
      isOurs || !(error instanceof Error) ? String((error as Error).message) : error.stack;
    process.stderr.write(`${failed(name, process.argv.slice(2))} ${told}\n`);
    process.exit(1);
  }
}

/** The beginning of the sentence: of a process, or of the command that an operator typed. */
function failed(name: string, args: readonly string[]): string {
  const option = args.findIndex((word) => word.startsWith('-'));
  const words = option < 0 ? args : args.slice(0, option);
  return words.length > 0 ? `${words.slice(0, 2).join(' ')} failed.` : `${name} does not start.`;
}
