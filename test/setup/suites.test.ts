import { spawnSync } from 'node:child_process';
import { join, relative } from 'node:path';
import { longestFirst, suitesOf, systemFolders } from '../../scripts/runtime/suites.mjs';

const root = join(__dirname, '..', '..');

/** Returns the test files that Jest selects for these arguments. */
function filesOf(...args: string[]): string[] {
  const jest = join(root, 'node_modules', 'jest', 'bin', 'jest.js');
  const command = [jest, '--listTests', ...args];
  const { stdout } = spawnSync(process.execPath, command, { cwd: root, encoding: 'utf8' });
  const files = stdout.split('\n').filter(Boolean);
  return files.map((file) => relative(root, file)).sort();
}

/** Returns the order of these files on a machine without durations of an earlier run. */
function ordered(files: string[]): string[] {
  const script = `
    import { statSync } from 'node:fs';
    import LongestFirst from './scripts/runtime/jest-sequencer.mjs';
    const hasteFS = { getSize: (path) => statSync(path).size };
    const context = { hasteFS, config: { cacheDirectory: '/nowhere', id: 'none' } };
    const files = ${JSON.stringify(files)};
    const tests = files.map((file) => ({ path: process.cwd() + '/' + file, context }));
    const sorted = new LongestFirst().sort(tests);
    console.log(sorted.map(({ path }) => path).join('\\n'));`;
  const command = ['--input-type=module', '-e', script];
  const { stdout } = spawnSync(process.execPath, command, { cwd: root, encoding: 'utf8' });
  return stdout
    .split('\n')
    .filter(Boolean)
    .map((file) => relative(root, file));
}

describe('the suites', () => {
  const all = filesOf();
  const usual = filesOf(...suitesOf([]));
  const system = filesOf(...suitesOf(['--system']));

  it('each test file belongs to exactly one of the suites npm test and npm run test:system', () => {
    expect(all.length).toBeGreaterThan(300);
    expect([...usual, ...system].sort()).toEqual(all);
  });

  it('the system suites are the folders listed in scripts/runtime/suites.mjs, and each folder has tests', () => {
    const isIn = (folder: string) => (file: string) => file.startsWith(`${folder}/`);
    expect(systemFolders.filter((folder) => !system.some(isIn(folder)))).toEqual([]);
    expect(system.filter((file) => !systemFolders.some((folder) => isIn(folder)(file)))).toEqual(
      [],
    );
  });

  it.each([
    ['test/faults', 'test/faults/faults.test.ts'],
    ['test/processes/start.test.ts', 'test/processes/start.test.ts'],
    ['test/tidy', 'test/tidy/documents.test.ts'],
    ['packages/kit', 'packages/kit/src/messaging/consumer.test.ts'],
    ['./services/authority-simulator/', 'services/authority-simulator/test/knobs.test.ts'],
    ['services/commerce', 'services/commerce/test/plans.test.ts'],
  ])('a given path runs regardless of its suite: %s', (path, expected) => {
    expect(filesOf(...suitesOf([path]))).toContain(expected);
  });

  it('the suites run the files listed as longest first, and then the other files by decreasing size', () => {
    expect(longestFirst.filter((file) => !system.includes(file))).toEqual([]);
    const others = ['test/faults/webhook-isolation.test.ts', 'test/hostile/load.test.ts'];
    const [longest, second] = longestFirst as [string, string, ...string[]];
    expect(ordered([...others, second, longest])).toEqual([longest, second, ...others.reverse()]);
  });
});
