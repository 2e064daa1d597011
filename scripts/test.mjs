// `npm test [-- jest arguments]` and `npm run test:system`: prepares the clone, runs Jest, and ends with
// `N passed, N failed`.
import { runJest } from './runtime/jest-run.mjs';
import { suitesOf } from './runtime/suites.mjs';
import { runScript, setUp } from './setup.mjs';

/** @param {string[]} args see suitesOf */
export async function test(args) {
  const { counts, code } = await runJest(suitesOf(args));
  console.log(summary(counts));
  return counts.failed > 0 || counts.passed === 0 ? 1 : code;
}

/** @param {import('./runtime/jest-run.mjs').Counts} counts */
export function summary({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

await runScript(import.meta.url, async (args) => {
  await setUp();
  return test(args);
});
