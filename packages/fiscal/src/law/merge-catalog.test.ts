import fc from 'fast-check';
import { addDays } from '../calendar-date';
import type { Catalog, CatalogEntry } from '../catalog';
import { builtInLaw } from './law';
import { mergeCatalog } from './merge-catalog';
import type { CatalogChange } from './pack';

const base = builtInLaw().catalog('c_ObjetoImp')!;
const columns = ['code', 'description', 'validFrom', 'validTo'];
const change = (parts: Partial<CatalogChange>): CatalogChange => ({
  source: 'dof',
  asOf: '2026-12-28',
  columns,
  rows: [],
  ended: [],
  ...parts,
});

function merged(catalog: Catalog, parts: Partial<CatalogChange>) {
  const faults: string[] = [];
  const found = mergeCatalog(catalog, change(parts), 'c', (path, text) => faults.push(`${path} ${text}`)); // prettier-ignore
  return { found, faults };
}

const codes = fc.constantFrom('00', '01', '02', '08', '0', '1', '99', 'AB', '!', '~', '010', '0A');
const days = fc.constantFrom('1990-01-01', '2026-12-31', '2027-01-01', '2027-06-30', '2028-02-29');
const rows = fc.uniqueArray(fc.tuple(codes, days, fc.option(days)), {
  selector: ([code]) => code,
  maxLength: 8,
});

/**
 * Computes the entries of the base catalogue after a change, without the optimizations of the
 * tested code; returns undefined if the change has a fault.
 */
function expected(given: readonly [code: string, from: string, to: string | null][]) {
  const byCode = Map.groupBy([...base.entries()] as CatalogEntry[], ({ code }) => code);
  for (const [code, validFrom, to] of given) {
    if (to !== null && to < validFrom) return undefined;
    const known = byCode.get(code) ?? [];
    const last = known.at(-1);
    if (last !== undefined) {
      if (last.validFrom >= validFrom || (last.validTo ?? '') >= validFrom) return undefined;
      known[known.length - 1] = { ...last, validTo: last.validTo ?? addDays(validFrom, -1) };
    }
    const row = { code, description: `Ñ ${code}`, validFrom, attributes: {} };
    byCode.set(code, [...known, to === null ? row : { ...row, validTo: to }]);
  }
  return [...byCode].sort(([a], [b]) => (a < b ? -1 : 1)).flatMap(([, entries]) => entries);
}

test('a changed catalogue has the same rows as a simple calculation, in the order of codes', () => {
  fc.assert(
    fc.property(rows, fc.boolean(), (given, isTurned) => {
      const order = isTurned ? ['code', 'validTo', 'validFrom', 'description'] : columns;
      const lines = given.map(([code, from, to]) => {
        const cells: Record<string, string> = { code, validFrom: from, validTo: to ?? '', description: `Ñ ${code}` }; // prettier-ignore
        return order.map((column) => cells[column]).join('\t');
      });
      const { found, faults } = merged(base, { columns: order, rows: lines });
      const entries = expected(given);
      if (entries === undefined) return expect(faults).not.toEqual([]);
      expect(faults).toEqual([]);
      expect([...found.entries()]).toEqual(entries);
      for (const { code, validFrom, description } of entries) {
        expect(found.get(code, validFrom)).toMatchObject({ description });
        expect(found.isActive(code, validFrom)).toBe(true);
      }
    }),
    { numRuns: 300 },
  );
});

test('a lookup of a code with a tab finds no row, even if the file contains the same bytes', () => {
  const first = base.at(0);
  expect(base.get(first.code, 'latest')).toEqual(first);
  expect(base.get(`${first.code}\t${first.description}`, 'latest')).toBeUndefined();
  expect(base.get(`${first.code}\t`, 'latest')).toBeUndefined();
  for (const code of ['', '\0', '\n', '\u{1f600}', 'é'])
    expect(base.get(code, 'latest')).toBeUndefined();
});

test('a changed catalogue of fifty thousand rows returns every code at its position', () => {
  const products = builtInLaw().catalog('c_ClaveProdServ')!;
  for (let at = 0; at < products.info.entryCount; at += 997) {
    const { code } = products.at(at);
    expect([products.positionFrom(code), products.positionFrom(code, at)]).toEqual([at, at]);
    expect(products.positionFrom(`${code}0`)).toBe(at + 1);
  }
});

test('a change that ends a code twice is refused, and every invalid line is reported', () => {
  const rows = ['99\tNueva\t2027-01-01\t', 'x', '98\tNueva\t2027-02-30\t', '97\t \t2027-01-01\t'];
  const ended = ['01\t2026-12-31', '01\t2027-12-31', '02', '03\t2026-12-31\tx'];
  expect(merged(base, { rows, ended }).faults).toEqual([
    'c.rows.1 has 1 columns instead of 4',
    'c.rows.2 has no first day',
    'c.rows.3 has no description',
    'c.ended.2 is not a code and a last day',
    'c.ended.3 is not a code and a last day',
  ]);
  expect(merged(base, { ended: ended.slice(0, 2) }).faults).toEqual(['c.ended.1 01 is ended twice']);
}); // prettier-ignore

test('an existing code preserves its cells in columns that a change omits', () => {
  const products = builtInLaw().catalog('c_ClaveProdServ')!;
  const codes = [...products.entries()].filter(({ attributes }) => attributes['synonyms']).slice(0, 3000); // prettier-ignore
  const rows = [...codes.map(({ code }) => code), '99999901'].map((code) => `${code}\tOtra\t2027-01-01`); // prettier-ignore
  const { found, faults } = merged(products, { columns: columns.slice(0, 3), rows });
  expect(faults).toEqual([]);
  for (const { code, attributes } of codes) {
    expect(found.get(code, '2027-01-01')).toMatchObject({ description: 'Otra', attributes });
    expect(found.get(code, '2026-12-31')).toMatchObject({ attributes, validTo: '2026-12-31' });
  }
  expect(found.get('99999901', 'latest')?.attributes).toEqual({});
  expect(found.info.entryCount).toBe(products.info.entryCount + rows.length);
  expect([...found.entries()].at(-2)).toEqual([...products.entries()].at(-1));
});
