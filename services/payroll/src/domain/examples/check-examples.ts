import { decimalOf, differencesBetween, JsonReader } from '@timbre/fiscal';
import type { ExampleDifference, ExamplesCheck, FileProblem } from '@timbre/fiscal';
import { integrationOf } from './integration';
import { simulate } from '../simulation';
import { readExampleInput } from './read-example';
import { shownReceipt, sortedByCode } from './shown-receipt';

/** The date whose legal minimum benefits are used to calculate integration factors. */
const factorsOn = '2026-01-01';

/** Calculates every example of a file and compares each expected amount to the cent. */
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
  for (const remark of ['title', 'covers', 'source']) reader.raw(remark);
  const problemsBefore = problems.length;
  const input = readExampleInput(reader.child('input'));
  if (problems.length > problemsBefore) return [];
  const actual = shownReceipt(simulate(input));
  const expected = amountsOf(reader.child('expected'), actual);
  const published = reader.has('published') ? publishedOf(reader.child('published'), actual) : {};
  reader.end();
  return [
    ...differencesBetween(expectedOf(expected), actual, 'expected'),
    ...differencesBetween(published, actual, 'published'),
  ].map((difference) => ({ exampleId, ...difference }));
}

/**
 * Reads the amounts that a third party published. `source` and `figures` are remarks and are not compared.
 */
function publishedOf(reader: JsonReader, actual: Receipt): Receipt {
  for (const remark of ['source', 'figures']) reader.raw(remark);
  const amounts = reader.has('amounts') ? amountsOf(reader.child('amounts'), actual) : {};
  reader.end();
  return amounts;
}

type Receipt = Record<string, unknown>;

/** Reads the expected amounts of a receipt. An unknown key is an error. */
function amountsOf(reader: JsonReader, actual: Receipt): Receipt {
  const entries = Object.keys(actual).map((key) => [key, reader.raw(key)] as const);
  reader.end();
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
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
  reader.end();
  return differencesBetween(expected, actual, '').map((one) => ({ exampleId, ...one }));
}

/**
 * Brings the expected receipt into the form for comparison. A file can list its issues as plain codes and in
 * any order.
 */
function expectedOf(expected: Receipt): Receipt {
  const { issues } = expected;
  if (!Array.isArray(issues)) return expected;
  const objects = (issues as unknown[]).map((one) =>
    typeof one === 'string' ? { code: one } : one,
  );
  return { ...expected, issues: sortedByCode(objects) };
}
