import { decimalOf, differencesBetween, JsonReader } from '@timbre/fiscal';
import type { ExampleDifference, ExamplesCheck, FileProblem } from '@timbre/fiscal';
import { integrationOf } from '../integration';
import { simulate } from '../simulation';
import { readExampleInput } from './read-example';
import { shownReceipt, sortedByCode } from './shown-receipt';

/** Integration factors are those of the law's minimums since this date. */
const factorsOn = '2026-01-01';

/** Calculates every example of a file and compares each amount the file expects, to the cent. */
export function checkExamples(file: unknown): ExamplesCheck {
  const problems: FileProblem[] = [];
  const reader = new JsonReader(file, '', problems);
  reader.raw('about');
  const examples = reader.objects('examples');
  const factors = reader.objects('integrationFactors');
  const differences = [
    ...examples.flatMap((example) => checkExample(example, problems)),
    ...factors.flatMap((factor, index) => checkFactor(factor, index)),
  ];
  reader.end();
  if (examples.length === 0) problems.push({ path: 'examples', message: 'there are none' });
  return { exampleCount: examples.length + factors.length, differences, problems };
}

function checkExample(reader: JsonReader, problems: FileProblem[]): ExampleDifference[] {
  const exampleId = reader.text('id');
  const problemsBefore = problems.length;
  const input = readExampleInput(reader.child('input'));
  if (problems.length > problemsBefore) return [];
  const actual = shownReceipt(simulate(input));
  const published = reader.has('published') ? reader.child('published').raw('amounts') : {};
  return [
    ...differencesBetween(expectedOf(reader.raw('expected')), actual, 'expected'),
    ...differencesBetween(published ?? {}, actual, 'published'),
  ].map((difference) => ({ exampleId, ...difference }));
}

function checkFactor(reader: JsonReader, index: number): ExampleDifference[] {
  const exampleId = `integrationFactors.${index}`;
  const serviceYear = reader.decimal('serviceYear').toNumber();
  const { vacationDays, factor, integratedDailySalary } = integrationOf(
    reader.decimal('dailyWage'),
    serviceYear,
    factorsOn,
  );
  const actual = { vacationDays, factor, integratedDailySalary };
  const expected = Object.fromEntries(
    Object.keys(actual).map((key) => [key, decimalOf(reader.raw(key))?.toString()]),
  );
  return differencesBetween(expected, actual, '').map((one) => ({ exampleId, ...one }));
}

/** Issues may be expected as bare codes and in any order. */
function expectedOf(expected: unknown): unknown {
  const { issues } = (expected ?? {}) as { issues?: unknown };
  if (!Array.isArray(issues)) return expected;
  const objects = (issues as unknown[]).map((one) =>
    typeof one === 'string' ? { code: one } : one,
  );
  return { ...(expected as object), issues: sortedByCode(objects) };
}
