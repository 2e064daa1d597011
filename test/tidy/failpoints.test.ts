import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(__dirname, '..', '..');
const textOf = (files: string[]) =>
  files.map((file) => readFileSync(join(root, file), 'utf8')).join('\n');

it('every recovery point (failpoint) of the product has a test that kills a process at that point', () => {
  const sources = globSync(['{packages,services}/*/src/**/*.ts', 'gateway/src/**/*.ts'], {
    cwd: root,
    exclude: ['**/*.test.ts'],
  });
  const tests = textOf(globSync(['test/faults/*.ts', 'services/*/test/**/*.ts'], { cwd: root }));
  const points = [...textOf(sources).matchAll(/\bfailpoint\(\s*'([^']+)'/g)].map(
    ([, name]) => name!,
  );
  expect(points.length).toBeGreaterThan(10);
  expect(points.filter((name) => !tests.includes(name))).toEqual([]);
});
