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
    process.stderr.write(`${name} does not start. ${told}\n`);
    process.exit(1);
  }
}
