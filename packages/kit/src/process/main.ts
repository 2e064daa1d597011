import { StartError } from '../refusal/start-error';

/**
 * Runs what a main does. When it fails, it says why on standard error and ends with status 1: a
 * sentence where the one who runs it can mend it, the whole error where it is a bug.
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
