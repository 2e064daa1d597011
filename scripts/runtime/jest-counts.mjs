// A Jest reporter that writes the counts of tests to a file, from which `npm test` prints them.
import { writeFileSync } from 'node:fs';

export default class Counts {
  /**
   * @param {unknown} _contexts
   * @param {{ numPassedTests: number, numFailedTests: number, numPendingTests: number,
   *   numTodoTests: number, numRuntimeErrorTestSuites: number }} results
   */
  onRunComplete(_contexts, results) {
    const file = process.env.TIMBRE_TEST_REPORT;
    if (file === undefined) return;
    const counts = {
      passed: results.numPassedTests,
      // A test file that fails to load has no failed test, but it counts as a failure.
      failed: results.numFailedTests + results.numRuntimeErrorTestSuites,
      skipped: results.numPendingTests + results.numTodoTests,
    };
    writeFileSync(file, JSON.stringify(counts));
  }
}
