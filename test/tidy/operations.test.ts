import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { operations } from '../../gateway/src/edge/operations';
import { bodies } from '../api/request-examples';
import { hasTarget, targeted } from '../faults/storm-targets';

const root = join(__dirname, '..', '..');
const folder = join(root, 'gateway', 'src', 'edge', 'operations');
const kebab = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
const camel = (name: string) =>
  name.replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase());
const byId = new Map(operations.map((row) => [row.id, row]));

/** The files of operations as `area/operation`. */
const files = globSync('*/*.ts', { cwd: folder })
  .filter((file) => !/(^|\/)index\.ts$|\.test\.ts$/.test(file))
  .map((file) => file.replace(/\.ts$/, ''))
  .sort();

describe('the table of operations', () => {
  it('the table of operations has a file for each row, named like the row, in the folder of its area', () => {
    const rows = operations.map(({ id, area }) => `${kebab(area)}/${kebab(id)}`);
    expect(rows.sort()).toEqual(files);
    expect(byId.size).toBe(operations.length);
  });

  it.each(files)('%s exports the row of its name', (file) => {
    const text = readFileSync(join(folder, `${file}.ts`), 'utf8');
    const name = camel(basename(file));
    expect(text).toMatch(new RegExp(`^export const ${name}\\b`, 'm'));
    expect(text).toContain(`id: '${name}'`);
  });

  it.each([...new Set(files.map((file) => dirname(file)))])(
    'the index of %s exports all of its files',
    (area) => {
      const index = readFileSync(join(folder, area, 'index.ts'), 'utf8');
      const listed = [...index.matchAll(/from '\.\/([\w-]+)'/g)].map(
        ([, name]) => `${area}/${name}`,
      );
      const own = files.filter((file) => dirname(file) === area);
      expect(listed.sort()).toEqual(own);
    },
  );

  it('the table of operations has each path and method once', () => {
    const routes = operations.map(
      ({ method, path }) => `${method} ${path.replaceAll(/\{\w+\}/g, '{}')}`,
    );
    expect(new Set(routes).size).toBe(routes.length);
  });

  it('the table of operations requires an idempotency key for writes, and no key for reads', () => {
    const isRead = (path: string, method: string) =>
      method === 'GET' ||
      /\/(preview|simulations|[\w-]+-suggestions|validate|cfdi-status|blacklist\/checks)$/.test(
        path,
      );
    const odd = operations.filter(
      ({ method, path, isIdempotent }) => isIdempotent === isRead(path, method),
    );
    expect(odd.map(({ id }) => id)).toEqual([]);
  });

  it('the table of operations has an example of every body', () => {
    const without = operations.filter(({ id, body }) => {
      const isNeeded = body !== undefined && !body.safeParse(undefined).success;
      return isNeeded && bodies[id] === undefined;
    });
    expect(without.map(({ id }) => id)).toEqual([]);
  });
});

describe('an operation that is served', () => {
  const served = operations.map(({ id, area }) => ({ id, area }));

  it.each(served)('$id has a test of its own over HTTP', ({ id, area }) => {
    const file = `test/api/${kebab(area)}/${kebab(id)}.test.ts`;
    expect(globSync(file, { cwd: root })).toEqual([file]);
    expect(readFileSync(join(root, file), 'utf8')).toMatch(
      new RegExp(`\\b(describe|it)\\(\\s*'(${id} answers )?(200|201|202|404, then 200)`),
    );
  });

  it.each(operations.filter(({ isIdempotent }) => isIdempotent))(
    '$id, a write, finds in test/faults/storm-targets.ts the values of its path',
    (row) => {
      expect(hasTarget(row)).toBe(true);
    },
  );

  it('every request example and every storm target belongs to an operation', () => {
    const kept = [...Object.keys(bodies), ...targeted];
    expect(kept.filter((id) => !byId.has(id))).toEqual([]);
  });
});
