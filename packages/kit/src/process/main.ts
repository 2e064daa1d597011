import { StartError } from '../refusal/start-error';

/**
 * Runs the main function of a process. If it fails, the reason is printed on standard error and the process
 * ends with status 1. The reason is a sentence if the operator can fix it, and the whole error if it is a
 * bug.
 */
export async function runMain(name: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const isOurs = error instanceof StartError;
    const text =
      isOurs || !(error instanceof Error) ? String((error as Error).message) : error.stack;
    process.stderr.write(`${failed(name, process.argv.slice(2))} ${text}\n`);
    process.exit(1);
  }
}

/**
 * Returns the beginning of the error sentence, for a process or for the command that an operator
 * typed.
 */
function failed(name: string, args: readonly string[]): string {
  const option = args.findIndex((word) => word.startsWith('-'));
  const words = option < 0 ? args : args.slice(0, option);
  return words.length > 0 ? `${words.slice(0, 2).join(' ')} failed.` : `${name} does not start.`;
}
