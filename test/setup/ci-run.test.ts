import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ciRun = join(__dirname, '..', '..', '.ci', 'run');

/** Runs `.ci/run` with an npm that prints the given last lines for `npm test` and `npm run check`. */
function runWith(test: string, check: string, testLimit = '1m') {
  const dir = mkdtempSync(join(tmpdir(), 'timbre-ci-'));
  const npm = join(dir, 'npm');
  writeFileSync(npm, `#!/bin/sh\nif [ "$1" = test ]; then ${test}; else ${check}; fi\n`);
  chmodSync(npm, 0o755);
  const PATH = `${dir}:${process.env.PATH}`;
  const env = { ...process.env, PATH, TIMBRE_CI_TEST_LIMIT: testLimit };
  const { stdout, status } = spawnSync('bash', [ciRun], {
    env,
    encoding: 'utf8',
    timeout: 120_000,
  });
  rmSync(dir, { recursive: true });
  const lines = stdout.trim().split('\n');
  return { lines, lastLine: lines.at(-1), status };
}

describe('.ci/run', () => {
  it.each([
    ['echo 3 passed, 0 failed', 'echo 6 passed, 0 failed', '9 passed, 0 failed', 0],
    ['echo 3 passed, 0 failed, 2 skipped', 'echo 6 passed, 0 failed', '9 passed, 0 failed', 0],
    ['echo 3 passed, 2 failed; exit 1', 'echo 6 passed, 0 failed', '9 passed, 2 failed', 1],
    ['echo 3 passed, 0 failed; exit 1', 'echo 6 passed, 0 failed', '9 passed, 1 failed', 1],
    ['echo crashed; exit 134', 'echo 6 passed, 0 failed', '6 passed, 1 failed', 1],
    ['echo nothing said', 'echo 6 passed, 0 failed', '6 passed, 1 failed', 1],
    ['echo 3 passed, 0 failed', 'echo 5 passed, 1 failed; exit 1', '8 passed, 1 failed', 1],
  ])('sums up: %s | %s', (test, check, lastLine, status) => {
    expect(runWith(test, check)).toMatchObject({ lastLine, status });
  });

  it('ends tests that do not end by themselves', () => {
    expect(runWith('echo begun; sleep 600', 'echo 6 passed, 0 failed', '3s')).toEqual({
      lines: ['begun', '✗ npm test was ended after 3s', '6 passed, 0 failed', '6 passed, 1 failed'],
      lastLine: '6 passed, 1 failed',
      status: 1,
    });
  });
});
