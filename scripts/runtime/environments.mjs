// The environments that `npm start` can run in this clone: the sandbox, and production with the simulator.
import { join } from 'node:path';
import { runAgency } from '../agency/collect.mjs';
import { agencyReport } from '../agency/report.mjs';
import { runPayroll } from '../payroll/pay.mjs';
import { payrollReport } from '../payroll/report.mjs';
import { runYear } from '../sat/year.mjs';
import { yearReport } from '../sat/report.mjs';
import { runMorning } from '../shop/morning.mjs';
import { morningReport } from '../shop/report.mjs';
import { organizationIn, report } from './demo-organization.mjs';
import { runDemo } from './demo.mjs';
import { productionDir, stateDir } from './paths.mjs';

/**
 * A running deployment and its demo organization.
 * @typedef {object} Running
 * @property {import('./demo-organization.mjs').Reachable & { authorityUrl: string }} deployment
 * @property {import('./demo-state.mjs').Demo} demo
 */

/**
 * A function that runs a demo with a folder for its state and files, and returns the text that `npm start`
 * prints.
 * @typedef {(running: Running, dir: string) => Promise<string>} RunDemo
 */

/**
 * An environment that `npm start` can run. The first demo in the list is the default.
 * @typedef {object} Environment
 * @property {string} dir the folder of all state
 * @property {string} suffix the suffix of the database names
 * @property {Record<string, string>} variables the variables for every process
 * @property {string} [warning]
 * @property {Record<string, RunDemo>} demos
 */

/**
 * @type {Record<'sandbox' | 'production', Environment>}
 */
export const environments = {
  sandbox: {
    dir: stateDir,
    suffix: '',
    variables: {},
    demos: {
      invoice: async ({ demo }, dir) => report(demo, await runDemo(demo, dir)),
      shop: async ({ deployment, demo }, dir) => {
        const file = join(stateDir, 'demo-supplier.json');
        const supplier = await organizationIn(deployment, file, 'Xenon Industrial Articles');
        return morningReport(demo, await runMorning(demo, supplier, dir));
      },
      payroll: async ({ demo }, dir) => payrollReport(demo, await runPayroll(demo, dir)),
      agency: async ({ demo }, dir) => agencyReport(demo, await runAgency(demo, dir)),
    },
  },
  production: {
    dir: productionDir,
    suffix: '_production',
    variables: { TIMBRE_ENVIRONMENT: 'production' },
    warning:
      'PRODUCTION AGAINST THE SIMULATOR: the processes run as in production, but the SAT and the PACs\n' +
      'are simulated. Nothing leaves this machine, and no document here is valid.',
    demos: {
      sat: async ({ deployment: { authorityUrl }, demo }, dir) =>
        yearReport(demo, authorityUrl, await runYear(demo, authorityUrl, dir)),
    },
  },
};
