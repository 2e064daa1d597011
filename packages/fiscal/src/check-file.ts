import type { Difference } from './differences';
import type { FileProblem } from './json-reader';

/** The result of `timbre … check FILE` for a file of worked examples. */
export interface ExamplesCheck {
  readonly exampleCount: number;
  readonly differences: readonly ExampleDifference[];
  /** Parts of the file that are unreadable; an example with a problem is not compared. */
  readonly problems: readonly FileProblem[];
}

export interface ExampleDifference extends Difference {
  readonly exampleId: string;
}

/** The input and output of a check. */
export interface CheckIo {
  /** Throws as `readFileSync` for an unreadable file. */
  readFile(path: string): Uint8Array;
  write(text: string): void;
  writeError(text: string): void;
}

const agrees = 0;
const differs = 1;
const unusable = 2;

/**
 * Reads a JSON file of worked examples, calculates them with `check` and prints every difference.
 * @returns the exit status. 0: all agree, 1: some differ, 2: the file is unusable.
 */
export function checkFile(
  path: string,
  io: CheckIo,
  check: (json: unknown) => ExamplesCheck,
): number {
  let json: unknown;
  try {
    json = JSON.parse(Buffer.from(io.readFile(path)).toString('utf8'));
  } catch (error) {
    io.writeError(`${path}: ${error instanceof Error ? error.message : 'cannot be read'}\n`);
    return unusable;
  }
  const { exampleCount, differences, problems } = check(json);
  for (const { path: place, message } of problems) io.writeError(`${place} ${message}\n`);
  for (const { exampleId, path: place, expected, actual } of differences) {
    io.write(`${exampleId} ${place}: expected ${expected}, calculated ${actual}\n`);
  }
  if (problems.length > 0) return unusable;
  const differing = new Set(differences.map((difference) => difference.exampleId)).size;
  io.write(`${exampleCount} examples, ${differing} differ\n`);
  return differing === 0 ? agrees : differs;
}
