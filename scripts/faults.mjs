// `pnpm faults [bars]`: runs the fault tests in test/faults at full size, each with its negative control.
// Each of these tests is called a bar. The command prints the progress and the result of each bar, and
// ends with `N passed, N failed`.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './runtime/paths.mjs';
import { runScript, setUp } from './setup.mjs';
import { test } from './test.mjs';

/** The name of each bar is the name of its test file. */
const files = readdirSync(join(root, 'test', 'faults')).map((file) => file.replace(/\.ts$/, ''));

/** @param {string[]} bars the bars to run; an empty list means all bars */
async function faults(bars) {
  const unknown = bars.filter((name) => !files.includes(name));
  if (unknown.length > 0) {
    console.error(
      `Unknown bar: ${unknown.join(', ')}. Each bar is named after a file in test/faults.`,
    );
    return 2;
  }
  await setUp();
  process.env.TIMBRE_FAULTS = 'full';
  const only = bars.length > 0 ? ['-t', `^(${bars.join('|')}) `] : [];
  // This test is not a bar, but at full size it kills the service at more points than usual.
  const others = bars.length > 0 ? [] : ['test/faults/cancel-under-kill.test.ts'];
  return test(['test/faults/faults.test.ts', ...others, '--runInBand', ...only]);
}

await runScript(import.meta.url, faults);
