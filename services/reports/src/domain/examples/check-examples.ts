import { certain, checkExamples, type ExamplesCheck } from '@timbre/fiscal';
import { counterpartyOf, factsOfCfdi } from '../cfdi-facts';
import { contributionsOf, type CounterpartySum } from '../taxes/contributors';
import { taxReportOf, taxScopeOf, type TaxReport } from '../taxes/tax-report';
import { readTaxExample, type TaxExample } from './read-example';

/** Calculates every example of a file and compares each expected value. */
export const checkReportExamples = (file: unknown): ExamplesCheck =>
  checkExamples(file, {
    remarks: ['title', 'covers', 'source'],
    read: readTaxExample,
    actualOf: (example) => withoutNull(reportExample(example)),
  });

/** Returns the report of an example in the form of the API's response. */
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

/**
 * Returns the amounts of the CFDI in the given months of the year. The name of a counterparty is
 * that of its latest document.
 */
function sumsOf(
  cfdis: TaxExample['cfdis'],
  fiscalYear: number,
  [first, last]: readonly [number, number],
): CounterpartySum[] {
  const at = (cfdi: TaxExample['cfdis'][number]) => cfdi.issuedLocalDateTime ?? '';
  const inOrder = cfdis.toSorted((a, b) => (at(a) < at(b) ? -1 : 1));
  const names = new Map(
    inOrder.map(counterpartyOf).flatMap(({ key, name }) => (name ? [[key, name]] : [])),
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

/** Removes null values, because the comparison treats null as absent. */
function withoutNull(value: unknown): unknown {
  if (value === null) return undefined;
  if (Array.isArray(value)) return value.map(withoutNull);
  if (typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(certain(value, 'value')).map(([key, one]) => [key, withoutNull(one)]),
  );
}
