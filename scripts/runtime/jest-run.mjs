// Runs Jest to its end and reads the counts of tests.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { childrenOf } from './children.mjs';
import { toolEnvironment } from './command.mjs';
import { cacheDir, ensureDir, root } from './paths.mjs';

/** @typedef {{ passed: number, failed: number, skipped: number }} Counts the numbers of tests by result */

const lookEveryMs = 100;

/**
 * @param {string[]} args for jest
 * @returns {Promise<{ counts: Counts, code: number }>}
 */
export function runJest(args) {
  const report = join(ensureDir(cacheDir), `jest-report-${process.pid}.json`);
  // An old report is deleted, because it could be mistaken for the report of this run if this run is killed.
  rmSync(report, { force: true });
  const jest = join(root, 'node_modules', 'jest', 'bin', 'jest.js');
  const reporters = ['--reporters=default', '--reporters=./scripts/runtime/jest-counts.mjs'];
  // Jest uses three workers, one more than the two cores of the reference machine, because tests spend a
  // quarter of their time waiting for servers.
  const workers = args.some((arg) => /^(-w|-i|--maxWorkers|--runInBand)/.test(arg))
    ? []
    : ['--maxWorkers=3'];
  // The option for reporters is the last option, because it consumes all following words that are not
  // options.
  const jestArgs = ['--experimental-vm-modules', jest, ...workers, ...args, ...reporters];
  const child = spawn(process.execPath, jestArgs, {
    cwd: root,
    stdio: 'inherit',
    env: { ...toolEnvironment(), TIMBRE_TEST_REPORT: report, NODE_NO_WARNINGS: '1' },
  });
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM']))
    process.on(signal, () => child.kill(signal));
  return untilEnded(child, report);
}

/**
 * Waits until Jest ends, but only for a limited time after its last test. A server that is still running
 * would otherwise keep Jest and the caller alive.
 * @param {import('node:child_process').ChildProcess} child
 * @param {string} report the file with the counts, which Jest writes after the last test
 * @param {number} [patienceMs] the time in milliseconds within which Jest must end after its last test
 * @returns {Promise<{ counts: Counts, code: number }>}
 */
export function untilEnded(child, report, patienceMs = 120_000) {
  let overForMs = 0;
  const looks = setInterval(() => {
    overForMs += existsSync(report) ? lookEveryMs : 0;
    if (overForMs < patienceMs) return;
    clearInterval(looks);
    const left = childrenOf(child.pid).map((command) => `\n  ${command}`);
    console.error(`✗ Jest does not end after its last test; still running:${left.join('')}`);
    child.kill('SIGKILL');
  }, lookEveryMs);
  return new Promise((resolve) => {
    child.on('exit', (code) => {
      clearInterval(looks);
      // If there is no report, Jest ran no test, which must not count as success.
      const counts = existsSync(report)
        ? JSON.parse(readFileSync(report, 'utf8'))
        : { passed: 0, failed: 1, skipped: 0 };
      rmSync(report, { force: true });
      resolve({ counts, code: code ?? 1 });
    });
  });
}
