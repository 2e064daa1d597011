/** The reason why a process cannot start: a sentence for the operator, printed without a stack. */
export class StartError extends Error {}

/**
 * Returns the error of a server that cannot listen; for a port in use, the error names the
 * variable.
 */
export function toStartError(error: Error, variable: string, port: number): Error {
  if (!error.message.includes('EADDRINUSE')) return error;
  return new StartError(`${variable}: port ${port} is taken by another program; choose another.`);
}
