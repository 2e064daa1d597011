import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(__dirname, '..', '..');
const sources = globSync('{packages/*,services/*,gateway}/src/**/*.ts', {
  cwd: root,
  exclude: (path) => /[.]test[.]ts$|generated|authority-simulator/.test(String(path)),
});

/** Matches a `?` as an SQL placeholder: after an operator, an opening parenthesis or a comma. */
const questionMark = /'[^'\n]*(?:[=<>(] ?|\blike )\?(?:::\w+)?[ ,)'](?! ')|\(\?(?:, \?)*\)/;
const ormExecute = /\b(?:em|tx|manager)\.execute\b/i;

/**
 * Returns the lines of SQL with placeholders other than `$1`, `$2` and so on, because `?` is used
 * only by MikroORM's own `execute`.
 */
const faults = (text: string): string[] =>
  text.split('\n').filter((line) => ormExecute.test(line) || questionMark.test(line));

describe('SQL', () => {
  it('all SQL uses the placeholders $1, $2, …', () => {
    const found = sources.flatMap((file) =>
      faults(readFileSync(join(root, file), 'utf8')).map((line) => `${file}: ${line.trim()}`),
    );
    expect(sources.length).toBeGreaterThan(500);
    expect(found).toEqual([]);
  });

  it('SQL stores no state in a session, because a transaction pooler shares sessions', () => {
    const ofSession =
      /pg_(?:try_)?advisory_(?:un)?lock|[`'](?:un)?listen \w+[`']|\bset session\b|\bcreate temp|\bwith hold\b/i;
    const found = sources.filter((file) => ofSession.test(readFileSync(join(root, file), 'utf8')));
    // Migrations connect directly to PostgreSQL (docs/operations.md), and testkit is only for tests.
    const known = ['packages/kit/src/database/migrate.ts'];
    const outside = found.filter((file) => !file.startsWith('packages/testkit/'));
    expect(outside.sort()).toEqual(known);
  });

  it.each([
    `await tx.execute('delete from series');`,
    `filters.push(['r.state = ?', state]);`,
    `'r.id < ?::uuid'`,
    'values (?, ?) on conflict do nothing',
    `'r.text like ?'`,
  ])('SQL with another placeholder is rejected: %s', (line) => {
    expect(faults(line)).toEqual([line]);
  });
});
