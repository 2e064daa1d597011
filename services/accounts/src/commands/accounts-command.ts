import { checkFile, type CheckIo } from '@timbre/fiscal';
import { checkSettlementExamples } from '../domain/examples/check-examples';

const unusable = 2;

/**
 * `timbre accounts check FILE` checks the examples of a file and prints every difference. Exit code
 * 0 means that all examples agree; 1 that some differ; 2 that the file cannot be used.
 */
export function accountsCommand(argv: readonly string[], io: CheckIo): number {
  const [verb, path, ...rest] = argv;
  if (verb !== 'check' || path === undefined || rest.length > 0) {
    io.writeError('usage: timbre accounts check FILE\n');
    return unusable;
  }
  return checkFile(path, io, checkSettlementExamples);
}
