// Pays a fortnight over the public API, from the employees to their stamped receipts.
import { join } from 'node:path';
import { call } from '../runtime/api-client.mjs';
import { SetupError } from '../runtime/command.mjs';
import { issuer } from '../runtime/demo-data.mjs';
import { saveFiles, setUpIssuer } from '../runtime/demo-issuer.mjs';
import { openState } from '../runtime/demo-state.mjs';
import { ensureDir } from '../runtime/paths.mjs';
import { until } from '../runtime/until.mjs';
import { fortnight } from './fortnight.mjs';
import { employees, employer, overtime } from './payroll-data.mjs';

/**
 * @typedef {import('../runtime/demo-state.mjs').Demo} Demo
 * @typedef {{ path: { runId: string } }} Run the path parameters of a payroll run
 */

/**
 * Creates the data that is missing, and pays one more fortnight. The first run pays the last complete
 * fortnight, and each further run pays the fortnight before the previous run.
 * @param {Demo} demo
 * @param {string} dir the folder for the state and the files
 */
export async function runPayroll(demo, dir) {
  const state = openState(demo, join(ensureDir(dir), 'payroll.json'));
  const name = `payroll-${state.job()}`;
  await setUpIssuer(state, issuer);
  await state.create('payroll-series', 'createSeries', { body: { code: 'N', kind: 'payroll' } });
  await state.create('employer', 'putPayrollEmployer', { body: employer });
  let employeeId;
  for (const employee of employees)
    ({ employeeId } = await state.create(`employee-${employee.employeeNumber}`, 'createEmployee', {
      body: employee,
    }));

  // The current day by the clock of the deployment, because the clock of a sandbox can be advanced.
  const { checkedOn } = await call(demo, 'getEmployeeReadiness', { path: { employeeId } });
  const period = fortnight(checkedOn, state.job());
  const body = { paymentFrequency: '04', ...period };
  const { runId } = await state.create(`${name}-run`, 'createPayrollRun', { body });
  const run = { path: { runId } };
  const leaves = (/** @type {string} */ doing) =>
    until(() => call(demo, 'getPayrollRun', run), ({ state: now }) => now !== doing); // prettier-ignore
  await state.write(`${name}-calculate`, 'calculatePayrollRun', run);
  await leaves('calculating');
  await workOvertime(state, name, run);
  await state.write(`${name}-stamp`, 'stampPayrollRun', run);
  await leaves('stamping');

  const rows = await stampedRows(demo, run);
  const files = ensureDir(dir, name);
  for (const { documentRef, employeeName } of rows)
    await saveFiles(state, documentRef, join(files, employeeName.toLowerCase().replaceAll(' ', '-')), ['xml', 'pdf']); // prettier-ignore
  state.jobDone();
  return { period, runId, rows, files };
}

/**
 * @param {import('../runtime/demo-state.mjs').DemoState} state
 * @param {string} name
 * @param {Run} run
 */
async function workOvertime(state, name, run) {
  const { employeeName, incidents } = overtime;
  const rows = await call(state.demo, 'listPayrollRows', run);
  const row = rows.find((/** @type {any} */ one) => one.employeeName === employeeName);
  const path = { rowId: row.rowId };
  await state.write(`${name}-overtime`, 'updatePayrollRow', { path, body: { incidents } });
}

/**
 * @param {Demo} demo
 * @param {Run} run
 * @throws {SetupError} if the PAC has rejected a receipt; the message names the receipt
 */
async function stampedRows(demo, run) {
  const listed = await call(demo, 'listPayrollRows', run);
  const rows = await Promise.all(
    listed.map((/** @type {any} */ { rowId }) => call(demo, 'getPayrollRow', { path: { rowId } })),
  );
  const refused = rows.find(({ state }) => state !== 'stamped');
  if (refused)
    throw new SetupError(`${refused.employeeName}'s receipt is ${refused.state}: ${JSON.stringify(refused.issues)}`); // prettier-ignore
  return rows;
}
