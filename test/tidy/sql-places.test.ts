import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { collectTexts } from '../sql/texts';

const root = join(__dirname, '..', '..');
const isStore = (file: string): boolean =>
  /^(?:packages\/kit|services\/[^/]+\/src\/store|gateway\/src\/identity\/store)\//.test(file);

const { written } = collectTexts();

/** The simulator uses SQLite, which is not a database of a service. */
const simulator = globSync('services/authority-simulator/src/**/*.ts', { cwd: root }).filter(
  (file) =>
    !file.endsWith('.test.ts') &&
    /\bdatabase[.](?:prepare|exec)\(/.test(readFileSync(join(root, file), 'utf8')),
);

const placesMax = 6;

/**
 * Returns the highest parameter number in a statement, such as 3 for `$3`. The arrays of kit's
 * `unnested` are excluded, because their columns have names.
 */
function lastPlace(sql: string): number {
  const others = sql.replace(/unnest\([^)]*\) as x \("/g, '');
  return Math.max(0, ...[...others.matchAll(/[$](\d+)/g)].map(([, number]) => Number(number)));
}

const namesOf = (files: readonly { file: string }[]): string[] =>
  [...new Set(files.map(({ file }) => file))].sort();

describe('SQL', () => {
  // A condition that an operation adds to a list, such as `r.state = $1`, is not a statement.
  it('SQL is written and sent only in a store', () => {
    const files = [...written, ...simulator.map((file) => ({ file }))];
    expect(files.filter(({ file }) => isStore(file)).length).toBeGreaterThan(500);
    expect(namesOf(files.filter(({ file }) => !isStore(file)))).toEqual([]);
  });

  it('a statement with more than six parameters names them (kit: byName)', () => {
    const many = written.filter(
      ({ file, sql, hasPlaces }) =>
        hasPlaces && !file.startsWith('packages/kit/') && lastPlace(sql) > placesMax,
    );
    expect(namesOf(many)).toEqual([]);
  });

  it.each([
    ['select $1, $12', 12],
    ['select * from unnest($7::uuid[], $8::text[]) as x ("id", "name") where $2', 2],
    ['select * from unnest($7::uuid[]) x (id)', 7],
  ])('the test finds the highest parameter number in SQL: %s', (sql, place) => {
    expect(lastPlace(sql)).toBe(place);
  });
});
