// `npm test [-- jest arguments]`: sets up, runs jest, ends with `N passed, N failed`.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { toolEnvironment } from './runtime/command.mjs';
import { cacheDir, ensureDir, root } from './runtime/paths.mjs';
import { runScript, setUp } from './setup.mjs';

/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */

/** @param {string[]} args passed to jest */
export async function test(args) {
  const { counts, code } = await runJest(args);
  console.log(summary(counts));
  return counts.failed > 0 || counts.passed === 0 ? 1 : code;
}

/** @param {Counts} counts */
export function summary({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

/** @param {string[]} args @returns {Promise<{ counts: Counts, code: number }>} */
function runJest(args) {
  const report = join(ensureDir(cacheDir), `jest-report-${process.pid}.json`);
  const jest = join(root, 'node_modules', 'jest', 'bin', 'jest.js');
  const reporters = ['--reporters=default', '--reporters=./scripts/runtime/jest-counts.mjs'];
  const workers = args.some((arg) => /^(-w|-i|--maxWorkers|--runInBand)/.test(arg))
    ? []
    : ['--maxWorkers=2'];
  // Reporters last: the option takes every word after it that is not an option.
  const jestArgs = ['--experimental-vm-modules', jest, ...workers, ...args, ...reporters];
  const child = spawn(process.execPath, jestArgs, {
    cwd: root,
    stdio: 'inherit',
    env: { ...toolEnvironment(), TIMBRE_TEST_REPORT: report, NODE_NO_WARNINGS: '1' },
  });
  // Jest ends its servers itself; we only have to wait for it.
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM']))
    process.on(signal, () => child.kill(signal));
  return new Promise((resolve) => {
    child.on('exit', (code) => {
      // No report: jest could not even start, which must not read as success.
      const counts = existsSync(report)
        ? JSON.parse(readFileSync(report, 'utf8'))
        : { passed: 0, failed: 1, skipped: 0 };
      rmSync(report, { force: true });
      resolve({ counts, code: code ?? 1 });
    });
  });
}

await runScript(import.meta.url, async (args) => {
  await setUp();
  return test(args);
});
