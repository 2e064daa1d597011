import {
  differencesBetween,
  JsonReader,
  type ExampleDifference,
  type ExamplesCheck,
  type FileProblem,
} from '@timbre/fiscal';
import { counterpartyOf, factsOfCfdi } from '../cfdi-facts';
import { contributionsOf, type CounterpartySum } from '../taxes/contributors';
import { taxReportOf, taxScopeOf, type TaxReport } from '../taxes/tax-report';
import { readTaxExample, type TaxExample } from './read-example';

/** Reports every example of a file and compares each value that the file expects. */
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
  for (const remark of ['title', 'covers', 'source']) reader.raw(remark);
  const before = problems.length;
  const example = readTaxExample(reader.child('input'));
  const expected = reader.raw('expected');
  reader.end();
  if (problems.length > before) return [];
  return differencesBetween(expected, withoutNull(reportExample(example)), 'expected').map(
    (difference) => ({ exampleId, ...difference }),
  );
}

/** The report of an example, as the answer of the API has it. */
export function reportExample({
  taxpayer,
  declarations,
  cfdis,
  query,
  asOf,
}: TaxExample): TaxReport {
  const scope = taxScopeOf(taxpayer, declarations, query, asOf);
  return taxReportOf(query, scope, contributionsOf(sumsOf(cfdis, query.fiscalYear, scope.months)));
}

/** The sums of the months; a counterparty has the name of its latest document. */
function sumsOf(
  cfdis: TaxExample['cfdis'],
  fiscalYear: number,
  [first, last]: readonly [number, number],
): CounterpartySum[] {
  const at = (cfdi: TaxExample['cfdis'][number]) => cfdi.issuedLocalDateTime ?? '';
  const inOrder = cfdis.toSorted((a, b) => (at(a) < at(b) ? -1 : 1));
  const names = new Map(
    inOrder.map((cfdi) => [counterpartyOf(cfdi).key, counterpartyOf(cfdi).name]),
  );
  const lines = inOrder.flatMap((cfdi) => factsOfCfdi(cfdi)?.lines ?? []);
  return lines
    .filter(({ day, count }) => {
      const month = Number(day.slice(5, 7));
      const isInMonths = month >= first && month <= last;
      return Number(day.slice(0, 4)) === fiscalYear && isInMonths && count !== '0';
    })
    .map(({ direction, kind, counterparty: key, total }) => {
      return { direction, kind, key, name: names.get(key) ?? key, total };
    });
}

/** The comparison takes what is absent and what is null as the same. */
function withoutNull(value: unknown): unknown {
  if (value === null) return undefined;
  if (Array.isArray(value)) return value.map(withoutNull);
  if (typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value!).map(([key, one]) => [key, withoutNull(one)]));
}
