import { checkExamples } from './domain/examples/check-examples';
import type { ExamplesCheck } from './domain/examples/check-examples';
import type { ApiAccess } from './employee-api';
import { importEmployees } from './import-employees';

/** Where a command reads and writes. */
export interface CommandIo {
  /** Throws as `readFileSync` for a file that cannot be read. */
  readFile(path: string): Uint8Array;
  write(text: string): void;
  writeError(text: string): void;
  /** Where the API is; undefined when nobody said. */
  access(): ApiAccess | undefined;
}

const usage = 'usage: timbre payroll check|import FILE\n';
const agrees = 0;
const differs = 1;
const unusable = 2;
const interrupted = 3;

/**
 * - `timbre payroll check FILE` calculates the examples of a file and prints every difference.
 *   Exit code 0: all agree, 1: some differ, 2: the file cannot be used.
 * - `timbre payroll import FILE` creates an employee for each line of a CSV file and prints every
 *   fault. Exit code 0: all are there, 1: some lines are at fault, 2: the file cannot be used,
 *   3: it ended early; the same command goes on.
 */
export function payrollCommand(argv: readonly string[], io: CommandIo): number | Promise<number> {
  const [verb, path, ...rest] = argv;
  const isUsed = (verb === 'check' || verb === 'import') && path !== undefined;
  if (!isUsed || rest.length > 0) {
    io.writeError(usage);
    return unusable;
  }
  return verb === 'check' ? checkFile(path, io) : importFile(path, io);
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
  const { imported, faults, stopped } = await importEmployees(bytes, access);
  for (const { line, path: field, code, message } of faults) {
    io.write(`line ${line}${field === '' ? '' : ` ${field}`} ${code}: ${message}\n`);
  }
  const faulty = new Set(faults.map(({ line }) => line)).size;
  io.write(`${imported} employees are there, ${faulty} lines have faults\n`);
  if (stopped !== undefined) {
    io.writeError(`ended early, ${stopped}\nrepeat the command: nobody is created twice\n`);
    return interrupted;
  }
  return faults.length === 0 ? agrees : differs;
}

function checkFile(path: string, io: CommandIo): number {
  const file = readJson(path, io);
  if ('problem' in file) {
    io.writeError(`${path}: ${file.problem}\n`);
    return unusable;
  }
  return print(checkExamples(file.json), io);
}

function print({ exampleCount, differences, problems }: ExamplesCheck, io: CommandIo): number {
  for (const { path, message } of problems) io.writeError(`${path} ${message}\n`);
  for (const { exampleId, path, expected, actual } of differences) {
    io.write(`${exampleId} ${path}: expected ${expected}, calculated ${actual}\n`);
  }
  if (problems.length > 0) return unusable;
  const differing = new Set(differences.map((difference) => difference.exampleId)).size;
  io.write(`${exampleCount} examples, ${differing} differ\n`);
  return differing === 0 ? agrees : differs;
}

function readJson(path: string, io: CommandIo): { json: unknown } | { problem: string } {
  try {
    return { json: JSON.parse(Buffer.from(io.readFile(path)).toString('utf8')) as unknown };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : 'cannot be read' };
  }
}
