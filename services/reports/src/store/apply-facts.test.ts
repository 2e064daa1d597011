import type { Transaction } from '@timbre/kit';
import { cfdiShape } from '../domain/cfdi-facts';
import type { FactLine } from '../domain/fact-shape';
import { applyFacts } from './apply-facts';

const names = [...cfdiShape.filters, ...cfdiShape.groups, ...cfdiShape.measures];
const line = Object.fromEntries(['day', ...names].map((name) => [name, '0'])) as FactLine<
  typeof cfdiShape
>;

/** Returns documents with the given numbers of lines. */
const announced = (...counts: number[]) =>
  counts.map((count, at) => ({
    ref: `cfdi:${at}`,
    version: 1,
    announcedAt: new Date(0),
    lines: Array.from({ length: count }, () => line),
  }));

/** Returns how many lines each SQL statement replaces, if every document is new. */
async function statementsOf(...counts: number[]) {
  const sizes: number[] = [];
  const documents = announced(...counts);
  const tx = {
    rows(_: string, values: readonly unknown[]) {
      if (values.length === 2) return Promise.resolve(documents.map(({ ref }) => ({ ref })));
      sizes.push((JSON.parse(values[2] as string) as unknown[]).length);
      return Promise.resolve([{ count: (values[1] as string[]).length }]);
    },
  };
  const changed = await applyFacts(tx as unknown as Transaction, cfdiShape, documents);
  return { changed, sizes };
}

it('each SQL statement replaces only some rows, because PostgreSQL cancels a statement that runs too long', async () => {
  const many = Array<number>(100).fill(200);
  expect(await statementsOf(...many)).toEqual({ changed: 100, sizes: [5000, 5000, 5000, 5000] });
  expect(await statementsOf(0, 1, 6000, 0, 2)).toEqual({ changed: 5, sizes: [1, 6000, 2] });
  expect(await statementsOf(0)).toEqual({ changed: 1, sizes: [0] });
});
