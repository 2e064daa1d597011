/** The reason why a process does not start: a sentence for its operator, printed without a stack. */
export class StartError extends Error {}

/** Returns the error of a server that cannot listen; for a port in use it names the variable. */
export function toStartError(error: Error, variable: string, port: number): Error {
  if (!error.message.includes('EADDRINUSE')) return error;
  return new StartError(`${variable}: port ${port} is taken by another program; choose another.`);
}
