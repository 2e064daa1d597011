// The recorded examples, which the gateway adds to its OpenAPI document: one line for each operation and
// event.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './paths.mjs';

/** @typedef {import('./recorded-calls.mjs').Examples} Examples */

const file = join(root, 'gateway/examples.json');

/** @returns {Examples} */
export const knownExamples = () =>
  existsSync(file)
    ? JSON.parse(readFileSync(file, 'utf8'))
    : { operations: {}, events: {}, refusals: {}, kept: {} };

/**
 * Merges two sets of examples. A new example replaces an existing example of the same operation. If no
 * call of an operation was rejected in this run, the existing error example is preserved.
 * @param {Examples} known
 * @param {Examples} found
 */
export const joined = (known, found) => ({
  operations: Object.fromEntries(
    Object.entries({ ...known.operations, ...found.operations }).map(([id, examples]) => [
      id,
      { ...known.operations[id], ...examples },
    ]),
  ),
  events: { ...known.events, ...found.events },
  refusals: { ...known.refusals, ...found.refusals },
  kept: { ...known.kept, ...found.kept },
});

/** @param {Examples} examples */
export function writeExamples(examples) {
  const groups = Object.entries(examples).map(([name, group]) => {
    const lines = Object.entries(group)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([id, example]) => `${JSON.stringify(id)}: ${JSON.stringify(example)}`);
    return `${JSON.stringify(name)}: {\n${lines.join(',\n')}\n}`;
  });
  writeFileSync(file, `{\n${groups.join(',\n')}\n}\n`);
}
