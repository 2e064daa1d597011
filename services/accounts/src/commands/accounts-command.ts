import { checkFile, type CheckIo } from '@timbre/fiscal';
import { checkSettlementExamples } from '../domain/examples/check-examples';

const unusable = 2;

/**
 * `timbre accounts check FILE` checks the examples of a file and prints every difference. The exit code
 * is 0 if all examples agree, 1 if some differ, and 2 if the file cannot be used.
 */
export function accountsCommand(argv: readonly string[], io: CheckIo): number {
  const [verb, path, ...rest] = argv;
  if (verb !== 'check' || path === undefined || rest.length > 0) {
    io.writeError('usage: timbre accounts check FILE\n');
    return unusable;
  }
  return checkFile(path, io, checkSettlementExamples);
}
