import { readFile } from 'node:fs/promises';
import { checkExamples } from './domain/examples/check-examples';
import type { ExamplesCheck } from './domain/examples/check-examples';

/** Where a command writes; `process` is one. */
export interface CommandIo {
  readonly stdout: { write(text: string): unknown };
  readonly stderr: { write(text: string): unknown };
}

const usage = 'usage: timbre payroll check FILE\n';
const agrees = 0;
const differs = 1;
const unusable = 2;

/** `timbre payroll check FILE`: calculates the examples of a file and prints every difference.
 * Answers the exit code: 0 all agree, 1 some differ, 2 the file cannot be used. */
export async function payrollCommand(argv: readonly string[], io: CommandIo): Promise<number> {
  const [verb, path, ...rest] = argv;
  if (verb !== 'check' || path === undefined || rest.length > 0) {
    io.stderr.write(usage);
    return unusable;
  }
  const file = await readJson(path);
  if ('problem' in file) {
    io.stderr.write(`${path}: ${file.problem}\n`);
    return unusable;
  }
  return print(checkExamples(file.json), io);
}

function print({ exampleCount, differences, problems }: ExamplesCheck, io: CommandIo): number {
  for (const { path, message } of problems) io.stderr.write(`${path} ${message}\n`);
  for (const { exampleId, path, expected, actual } of differences) {
    io.stdout.write(`${exampleId} ${path}: expected ${expected}, calculated ${actual}\n`);
  }
  if (problems.length > 0) return unusable;
  const differing = new Set(differences.map((difference) => difference.exampleId)).size;
  io.stdout.write(`${exampleCount} examples, ${differing} differ\n`);
  return differing === 0 ? agrees : differs;
}

async function readJson(path: string): Promise<{ json: unknown } | { problem: string }> {
  try {
    return { json: JSON.parse(await readFile(path, 'utf8')) as unknown };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : 'cannot be read' };
  }
}
