// Sorts the test files of Jest by duration, the longest first (decision 0505).
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { root } from './paths.mjs';
import { longestFirst } from './suites.mjs';

/**
 * The class with Jest's default order. The class is in a separate package, which only Jest's own packages can
 * import.
 */
const { default: JestSequencer } = ['jest', '@jest/core', 'jest-config'].reduce(
  (load, name) => createRequire(load.resolve(name)),
  createRequire(import.meta.url),
)('@jest/test-sequencer');

export default class LongestFirst extends JestSequencer {
  /**
   * Sorts the test files. On a clean machine, Jest has no durations of an earlier run, so it runs the
   * largest files first. The file with the longest tests is one of the smallest files, so it would run alone
   * at the end.
   * @param {{ path: string }[]} tests
   */
  sort(tests) {
    /** @type {{ path: string }[]} */
    const sorted = super.sort(tests);
    const long = longestFirst.map((file) => join(root, file));
    const first = long.flatMap((path) => sorted.filter((test) => test.path === path));
    return [...first, ...sorted.filter((test) => !first.includes(test))];
  }
}
