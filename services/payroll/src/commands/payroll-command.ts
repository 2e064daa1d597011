import { checkFile, type CheckIo } from '@timbre/fiscal';
import { checkExamples } from '../domain/examples/check-examples';
import type { ApiAccess } from '@timbre/api';
import type { LineFault } from './employee-csv';
import { importEmployees } from './import-employees';

/** The input and output that a command uses. */
export interface CommandIo extends CheckIo {
  /** Returns the API that the command calls, or undefined if no API is configured. */
  access(): ApiAccess | undefined;
  /** Shows the progress of a long-running command on a terminal. */
  progress(text: string): void;
}

const usage = 'usage: timbre payroll check|import FILE\n';
const agrees = 0;
const differs = 1;
const unusable = 2;
const interrupted = 3;

/**
 * - `timbre payroll check FILE` calculates the examples of a file and prints every difference. The exit
 *   code is 0 if all examples agree, 1 if some differ, and 2 if the file cannot be used.
 * - `timbre payroll import FILE` creates an employee for each line of a CSV file and prints every fault
 *   and warning. The exit code is 0 if all employees exist, 1 if some lines have faults, 2 if the file
 *   cannot be used, and 3 if the import stopped early; the same command then continues the import.
 */
export function payrollCommand(argv: readonly string[], io: CommandIo): number | Promise<number> {
  const [verb, path, ...rest] = argv;
  const isUsed = (verb === 'check' || verb === 'import') && path !== undefined;
  if (!isUsed || rest.length > 0) {
    io.writeError(usage);
    return unusable;
  }
  return verb === 'check' ? checkFile(path, io, checkExamples) : importFile(path, io);
}

async function importFile(path: string, io: CommandIo): Promise<number> {
  const access = io.access();
  if (!access) {
    io.writeError('set TIMBRE_API_URL and TIMBRE_API_KEY, or have npm start running\n');
    return unusable;
  }
  let bytes: Uint8Array;
  try {
    bytes = io.readFile(path);
  } catch (error) {
    io.writeError(`${path}: ${error instanceof Error ? error.message : 'cannot be read'}\n`);
    return unusable;
  }
  const { imported, faults, warnings, stopped } = await importEmployees(
    bytes,
    access,
    (done, total) => io.progress(`${done} of ${total} lines`),
  );
  for (const one of warnings) io.write(`warning, ${written(one)}\n`);
  for (const one of faults) io.write(`${written(one)}\n`);
  const doubtful = warnings.length === 0 ? '' : `, ${linesOf(warnings)} lines with warnings`;
  io.write(`${imported} employees imported, ${linesOf(faults)} lines with faults${doubtful}\n`);
  if (stopped !== undefined) {
    io.writeError(
      `stopped early, ${stopped}\nrun the command again: it creates no employee twice\n`,
    );
    return interrupted;
  }
  return faults.length === 0 ? agrees : differs;
}

const written = ({ line, path, code, message }: LineFault): string =>
  `line ${line}${path === '' ? '' : ` ${path}`} ${code}: ${message}`;

const linesOf = (faults: readonly LineFault[]): number =>
  new Set(faults.map(({ line }) => line)).size;
