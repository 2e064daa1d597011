import { checkExamples } from './domain/examples/check-examples';
import type { ExamplesCheck } from './domain/examples/check-examples';

/** Where a command reads and writes. */
export interface CommandIo {
  /** Throws as `readFileSync` for a file that cannot be read. */
  readFile(path: string): Uint8Array;
  write(text: string): void;
  writeError(text: string): void;
}

const usage = 'usage: timbre payroll check FILE\n';
const agrees = 0;
const differs = 1;
const unusable = 2;

/** `timbre payroll check FILE`: calculates the examples of a file and prints every difference.
 * Answers the exit code: 0 all agree, 1 some differ, 2 the file cannot be used. */
export function payrollCommand(argv: readonly string[], io: CommandIo): number {
  const [verb, path, ...rest] = argv;
  if (verb !== 'check' || path === undefined || rest.length > 0) {
    io.writeError(usage);
    return unusable;
  }
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
