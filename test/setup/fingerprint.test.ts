import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fingerprint, onceFor } from '../../scripts/runtime/fingerprint.mjs';
import { cacheDir, ensureDir, root } from '../../scripts/runtime/paths.mjs';

const name = `test-${process.pid}`;
const output = `.timbre/cache/${name}.output`;
const runs: string[] = [];

const task = (inputs: string, work = async () => writeFileSync(join(root, output), inputs)) =>
  onceFor({
    name,
    inputs,
    output,
    async work() {
      runs.push(inputs);
      await work();
    },
  });

beforeEach(() => {
  ensureDir(cacheDir);
  runs.length = 0;
});
afterEach(() => {
  rmSync(join(cacheDir, `${name}.stamp`), { force: true });
  rmSync(join(root, output), { force: true });
});

describe('onceFor', () => {
  it('onceFor does not repeat work for the same inputs', async () => {
    await task('a');
    await task('a');
    await task('b');
    expect(runs).toEqual(['a', 'b']);
  });

  it('onceFor repeats work whose output was deleted', async () => {
    await task('a');
    rmSync(join(root, output));
    await task('a');
    expect(runs).toEqual(['a', 'a']);
    expect(existsSync(join(root, output))).toBe(true);
  });

  it('onceFor repeats work that failed, even if these inputs succeeded before', async () => {
    await task('a');
    await expect(task('b', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    await task('a');
    expect(runs).toEqual(['a', 'b', 'a']);
  });
});

describe('fingerprint', () => {
  it('the fingerprint changes only if a file content or a file name changes', () => {
    const file = `.timbre/cache/${name}.output`;
    writeFileSync(join(root, file), 'one');
    const before = fingerprint([file]);
    expect(fingerprint([file])).toBe(before);
    writeFileSync(join(root, file), 'two');
    expect(fingerprint([file])).not.toBe(before);
    expect(fingerprint(['no/such/folder'])).toBe(fingerprint([]));
  });
});
