import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { operations } from '../../gateway/src/operations';
import { bodies } from '../api/request-examples';
import expected from './operations.json';

const root = join(__dirname, '..', '..');
const folder = join(root, 'gateway', 'src', 'operations');
const kebab = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
const camel = (name: string) =>
  name.replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase());
const byId = new Map(operations.map((row) => [row.id, row]));

/** Files of operations as `area/operation`. */
const files = globSync('*/*.ts', { cwd: folder })
  .filter((file) => !/(^|\/)index\.ts$|\.test\.ts$/.test(file))
  .map((file) => file.replace(/\.ts$/, ''))
  .sort();

/** What the design says of an operation, as our rows have it. */
function told(id: string) {
  const row = byId.get(id);
  if (!row) return undefined;
  const { area, method, path, permissions, environments, isIdempotent, success, tool = null } = row;
  return { id, area, method, path, permissions, environments, isIdempotent, success, tool };
}

describe('the table of operations', () => {
  it('has a file for each row, named like it, in the folder of its area', () => {
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

  it.each([...new Set(files.map((file) => dirname(file)))])('%s lists all of its files', (area) => {
    const index = readFileSync(join(folder, area, 'index.ts'), 'utf8');
    const listed = [...index.matchAll(/from '\.\/([\w-]+)'/g)].map(([, name]) => `${area}/${name}`);
    const own = files.filter((file) => dirname(file) === area);
    expect(listed.sort()).toEqual(own);
  });

  it('meets each path and method once', () => {
    const routes = operations.map(
      ({ method, path }) => `${method} ${path.replaceAll(/\{\w+\}/g, '{}')}`,
    );
    expect(new Set(routes).size).toBe(routes.length);
  });

  it('has writes with a key, and reads without one', () => {
    const isRead = (path: string, method: string) =>
      method === 'GET' || /\/(preview|simulations|[\w-]+-suggestions|validate)$/.test(path);
    const odd = operations.filter(
      ({ method, path, isIdempotent }) => isIdempotent === isRead(path, method),
    );
    expect(odd.map(({ id }) => id)).toEqual([]);
  });

  it('has an example of every body', () => {
    const without = operations.filter(({ id, body }) => {
      const isNeeded = body !== undefined && !body.safeParse(undefined).success;
      return isNeeded && bodies[id] === undefined;
    });
    expect(without.map(({ id }) => id)).toEqual([]);
  });
});

describe('an operation that is served', () => {
  it.each(expected)('$id is as it was designed', (row) => {
    expect(told(row.id)).toEqual(row);
  });

  it.each(expected)('$id has a test of its own over HTTP', ({ id, area }) => {
    const file = join(root, 'test', 'api', kebab(area), `${kebab(id)}.test.ts`);
    expect(existsSync(file)).toBe(true);
    expect(readFileSync(file, 'utf8')).toMatch(/describe\(\s*'(200|201|202|404, then 200)/);
  });
});

const design = join(root, '..', 'shared', 'design', 'operations.yaml');
const ifDesigned = existsSync(design) ? it : it.skip;

/** `id: METHOD path | permissions | environments | idempotent | success | tool`, by area. */
function designed() {
  const rows = new Map<string, ReturnType<typeof told>>();
  let area = '';
  for (const line of readFileSync(design, 'utf8').split('\n')) {
    area = /^(\w+):/.exec(line)?.[1] ?? area;
    const match = /^ {2}(\w+):\s+(\w+)\s+(\S+)\s*\|(.*?)\|(.*?)\|(.*?)\|(.*?)\|\s*([\w-]+)/.exec(
      line,
    );
    if (!match) continue;
    const [id, method, path, permissions, environments, key, success, tool] = match
      .slice(1)
      .map((cell) => cell.trim()) as [string, never, string, string, never, string, string, string];
    rows.set(id, {
      ...{ id, area, method, path, environments, isIdempotent: key === 'yes' },
      permissions: permissions.split(/[\s,]+/).filter(Boolean) as never,
      success: Number(success) as never,
      tool: tool === '-' ? (null as never) : tool,
    });
  }
  return rows;
}

describe('the design', () => {
  ifDesigned('is what every row keeps to', () => {
    const rows = designed();
    expect(rows.size).toBeGreaterThan(100);
    const known = operations.filter(({ id }) => rows.has(id));
    expect(known.map(({ id }) => told(id))).toEqual(known.map(({ id }) => rows.get(id)));
  });
});
