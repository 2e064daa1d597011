import { checkFile, type CheckIo } from '@timbre/fiscal';
import { checkSettlementExamples } from '../domain/examples/check-examples';

const unusable = 2;

/**
 * `timbre accounts check FILE` checks the examples of a file and prints every difference. Exit code 0: all
 * examples agree; 1: some differ; 2: the file cannot be used.
 */
export function accountsCommand(argv: readonly string[], io: CheckIo): number {
  const [verb, path, ...rest] = argv;
  if (verb !== 'check' || path === undefined || rest.length > 0) {
    io.writeError('usage: timbre accounts check FILE\n');
    return unusable;
  }
  return checkFile(path, io, checkSettlementExamples);
}
