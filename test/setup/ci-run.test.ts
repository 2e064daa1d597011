import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ciRun = join(__dirname, '..', '..', '.ci', 'run');

/**
 * Runs `.ci/run` with a fake npm, which runs the given commands instead of `npm test`, `npm run
 * test:system` and `npm run check`.
 */
function runWith(test: string, system: string, check: string, testLimit = '1m') {
  const dir = mkdtempSync(join(tmpdir(), 'timbre-ci-'));
  const npm = join(dir, 'npm');
  const cases = `test) ${test};; 'run -s test:system') ${system};; 'run -s check') ${check};;`;
  writeFileSync(npm, `#!/bin/sh\ncase "$*" in ${cases} esac\n`);
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

const tests = 'echo 3 passed, 0 failed';
const system = 'echo 2 passed, 0 failed';
const checks = 'echo 6 passed, 0 failed';

describe('.ci/run', () => {
  it.each([
    [tests, system, checks, '11 passed, 0 failed', 0],
    ['echo 3 passed, 0 failed, 2 skipped', system, checks, '11 passed, 0 failed', 0],
    ['echo 3 passed, 2 failed; exit 1', system, checks, '11 passed, 2 failed', 1],
    ['echo 3 passed, 0 failed; exit 1', system, checks, '11 passed, 1 failed', 1],
    ['echo crashed; exit 134', system, checks, '8 passed, 1 failed', 1],
    ['echo nothing said', system, checks, '8 passed, 1 failed', 1],
    [tests, 'echo 1 passed, 1 failed; exit 1', checks, '10 passed, 1 failed', 1],
    [tests, 'echo crashed; exit 134', checks, '9 passed, 1 failed', 1],
    [tests, system, 'echo 5 passed, 1 failed; exit 1', '10 passed, 1 failed', 1],
  ])(
    '.ci/run adds up the results of the suites: %s | %s | %s',
    (test, systemTests, check, lastLine, status) => {
      expect(runWith(test, systemTests, check)).toMatchObject({ lastLine, status });
    },
  );

  it('.ci/run stops tests that do not end', () => {
    expect(runWith('echo begun; sleep 600', system, checks, '10s')).toEqual({
      lines: [
        'begun',
        '✗ npm test was ended after 10s',
        '2 passed, 0 failed',
        '6 passed, 0 failed',
        '8 passed, 1 failed',
      ],
      lastLine: '8 passed, 1 failed',
      status: 1,
    });
  });
});
