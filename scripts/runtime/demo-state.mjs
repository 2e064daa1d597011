// The progress of a demo. If a run was interrupted, the next run continues it and repeats no completed
// step.
import { existsSync, writeFileSync } from 'node:fs';
import { call } from './api-client.mjs';
import { readStateFile } from './state-file.mjs';

/**
 * @typedef {{ baseUrl: string, apiKey: string, organizationId: string }} Demo the API access to the
 * organization of a demo
 * @typedef {ReturnType<typeof openState>} DemoState
 * @typedef {import('./api-client.mjs').Operation} Operation
 * @typedef {import('./api-client.mjs').Input} Input
 */

/**
 * Whether a member of a response is stored. Only identifiers and days are stored, and never a private
 * key.
 */
const isKept = (/** @type {string} */ name) => /(Id|Ref|^businessDate)$/.test(name);

/**
 * Reads the completed steps of one organization from the state file. The idempotency key of each write
 * is derived from its step.
 * @param {Demo} demo
 * @param {string} file
 */
export function openState(demo, file) {
  const { organizationId } = demo;
  const known = existsSync(file) ? readStateFile(file) : {};
  /** @type {{ organizationId: string, jobs: number, steps: Record<string, any> }} */
  const state =
    known.organizationId === organizationId ? known : { organizationId, jobs: 0, steps: {} };
  const save = () => writeFileSync(file, JSON.stringify(state, null, 2), { mode: 0o600 });

  /**
   * @param {string} step
   * @param {Operation} operation
   * @param {Input} [input]
   */
  const write = (step, operation, input) =>
    call(demo, operation, { ...input, idempotencyKey: `demo-${organizationId}-${step}` });

  /**
   * Runs a step only if no earlier run has completed it.
   * @returns {Promise<any>} the identifiers of the records that the step created
   * @param {string} step
   * @param {() => Promise<any>} work
   */
  const once = async (step, work) => {
    if (!(step in state.steps)) {
      const entries = Object.entries((await work()) ?? {}).filter(([name]) => isKept(name));
      state.steps[step] = Object.fromEntries(entries);
      save();
    }
    return state.steps[step];
  };

  return {
    demo,
    write,
    once,
    /**
     * @param {string} step
     * @param {Operation} operation
     * @param {Input} [input]
     */
    create: (step, operation, input) => once(step, () => write(step, operation, input)),
    /** The number of the current run of the demo. */
    job: () => state.jobs + 1,
    jobDone() {
      state.jobs += 1;
      save();
    },
  };
}
