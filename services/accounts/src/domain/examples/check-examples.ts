import { differencesBetween, JsonReader } from '@timbre/fiscal';
import type { ExampleDifference, ExamplesCheck, FileProblem } from '@timbre/fiscal';
import { readExampleInput } from './read-example';
import { settleHistory } from './settle-history';

/** Follows every example of a file and compares each amount and day that the file expects. */
export function checkExamples(file: unknown): ExamplesCheck {
  const problems: FileProblem[] = [];
  const reader = new JsonReader(file, '', problems);
  reader.raw('about');
  const examples = reader.objects('examples');
  const differences = examples.flatMap((example) => checkExample(example, problems));
  reader.end();
  if (examples.length === 0) problems.push({ path: 'examples', message: 'there are none' });
  return { exampleCount: examples.length, differences, problems };
}

function checkExample(reader: JsonReader, problems: FileProblem[]): ExampleDifference[] {
  const exampleId = reader.text('id');
  for (const remark of ['title', 'source']) reader.raw(remark);
  const before = problems.length;
  const history = readExampleInput(reader.child('input'));
  const expected = reader.raw('expected');
  reader.end();
  if (problems.length > before) return [];
  return differencesBetween(expected, settleHistory(history), 'expected').map((difference) => ({
    exampleId,
    ...difference,
  }));
}
