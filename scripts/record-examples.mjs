// `npm run record:examples [-- jest arguments]`: runs the API tests and writes the examples of the OpenAPI
// document from their calls (decision 0476). With arguments, it preserves the examples of operations that the
// selected tests do not call.
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { joined, knownExamples, writeExamples } from './runtime/examples-file.mjs';
import { runJest } from './runtime/jest-run.mjs';
import { openApiDocument } from './runtime/openapi-document.mjs';
import { examplesOf } from './runtime/recorded-calls.mjs';
import { suitesOf } from './runtime/suites.mjs';
import { runScript, setUp } from './setup.mjs';

await runScript(import.meta.url, async (args) => {
  await setUp();
  const folder = process.env.TIMBRE_RECORDED_CALLS ?? mkdtempSync(join(tmpdir(), 'timbre-calls-'));
  const isKept = folder === process.env.TIMBRE_RECORDED_CALLS;
  process.env.TIMBRE_RECORDED_CALLS = folder;
  const { counts } = await runJest(suitesOf(args.length > 0 ? args : ['test/api']));
  const document = await openApiDocument();
  const found = examplesOf(document, recordedIn(folder));
  writeExamples(args.length > 0 ? joined(knownExamples(), found) : found);
  if (!isKept) rmSync(folder, { recursive: true });
  return counts.failed > 0 ? 1 : 0;
});

/**
 * @param {string} folder
 * @returns {Generator<import('./runtime/recorded-calls.mjs').Call>}
 */
function* recordedIn(folder) {
  for (const file of globSync('*.jsonl', { cwd: folder }).sort()) {
    for (const line of readFileSync(join(folder, file), 'utf8').split('\n')) {
      if (line) yield JSON.parse(line);
    }
  }
}
