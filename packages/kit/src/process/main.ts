import { StartError } from '../refusal/start-error';

/**
 * Runs the main function of a process. If the function fails, the reason is printed on standard
 * error and the process ends with status 1. The reason is a sentence if the operator can fix the
 * error, and the whole error if it is a bug.
 */
export async function runMain(name: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    process.stderr.write(`${failed(name, process.argv.slice(2))} ${reasonOf(error)}\n`);
    process.exit(1);
  }
}

/** Returns the message of an error that the operator can fix, or the stack of a bug. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof StartError) return error.message;
  const { code = '' } = error as NodeJS.ErrnoException;
  if (code.startsWith('ERR_PARSE_ARGS_')) return firstSentence(error.message);
  return error.stack ?? error.message;
}

/**
 * Returns the first sentence of a message about arguments. The further sentences of such a message
 * are advice for programmers.
 */
const firstSentence = (message: string): string =>
  `${message.replace(/\n[^]*|\. (This|To) .*/, '').replace(/\.$/, '')}.`;

/**
 * Returns the beginning of the error sentence, for a process or for the command that an operator
 * typed.
 */
function failed(name: string, args: readonly string[]): string {
  const option = args.findIndex((word) => word.startsWith('-'));
  const words = option < 0 ? args : args.slice(0, option);
  return words.length > 0 ? `${words.slice(0, 2).join(' ')} failed.` : `${name} does not start.`;
}
