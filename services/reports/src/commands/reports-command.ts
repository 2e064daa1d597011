import { checkFile, type CheckIo } from '@timbre/fiscal';
import { checkReportExamples } from '../domain/examples/check-examples';

const unusable = 2;

/**
 * `timbre reports check FILE` calculates the tax report for each example in a file and prints every
 * difference. The exit code is 0 if all examples agree, 1 if some differ, and 2 if the file cannot be
 * used.
 */
export function reportsCommand(argv: readonly string[], io: CheckIo): number {
  const [verb, path, ...rest] = argv;
  if (verb !== 'check' || path === undefined || rest.length > 0) {
    io.writeError('usage: timbre reports check FILE\n');
    return unusable;
  }
  return checkFile(path, io, checkReportExamples);
}
