import { differencesBetween, inOrderOf, type Difference } from './differences';
import { JsonReader, type FileProblem } from './json-reader';

/** The result of `timbre … check FILE` for a file of worked examples. */
export interface ExamplesCheck {
  readonly exampleCount: number;
  readonly differences: readonly ExampleDifference[];
  /**
   * The values in the file that could not be read. An example with an unreadable value is not
   * compared.
   */
  readonly problems: readonly FileProblem[];
}

export interface ExampleDifference extends Difference {
  readonly exampleId: string;
}

/** The functions that read and compute the examples in one kind of file. */
export interface ExampleRules<Input> {
  /** The JSON keys of an example that only contain remarks for readers. */
  readonly remarks: readonly string[];
  /** The JSON keys of lists in which the order does not matter. */
  readonly unordered?: readonly string[];
  read(input: JsonReader): Input;
  /**
   * Computes the value that is compared with `expected`. The function is called only for an example
   * without reading problems.
   */
  actualOf(input: Input): unknown;
}

/** Computes every example in a file and compares the result with the expected value. */
export function checkExamples<Input>(file: unknown, rules: ExampleRules<Input>): ExamplesCheck {
  const problems: FileProblem[] = [];
  const reader = new JsonReader(file, '', problems);
  reader.raw('about');
  const examples = reader.objects('examples');
  const differences = examples.flatMap((example) => checkExample(example, rules, problems));
  reader.end();
  if (examples.length === 0) problems.push({ path: 'examples', message: 'there are none' });
  return { exampleCount: examples.length, differences, problems };
}

function checkExample<Input>(
  reader: JsonReader,
  { remarks, unordered = [], read, actualOf }: ExampleRules<Input>,
  problems: readonly FileProblem[],
): ExampleDifference[] {
  const exampleId = reader.text('id');
  for (const remark of remarks) reader.raw(remark);
  const problemsBefore = problems.length;
  const input = read(reader.child('input'));
  const expected = reader.raw('expected');
  reader.end();
  if (problems.length > problemsBefore) return [];
  const actual = inOrderOf(expected, actualOf(input), unordered);
  return differencesBetween(expected, actual, 'expected').map((difference) => ({
    exampleId,
    ...difference,
  }));
}

/** The input and output functions of a check. */
export interface CheckIo {
  /** The function throws like `readFileSync` if the file cannot be read. */
  readFile(path: string): Uint8Array;
  write(text: string): void;
  writeError(text: string): void;
}

const agrees = 0;
const differs = 1;
const unusable = 2;

/**
 * Reads a JSON file of worked examples, computes them with `check` and prints every difference.
 * @returns the exit status: 0 if all examples match, 1 if some examples differ, 2 if the file is
 * unusable
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
