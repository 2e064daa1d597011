// The payroll of a fortnight over the public API: from the employees to their stamped receipts.
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

/** @typedef {import('../runtime/demo-state.mjs').Demo} Demo */

/**
 * Seeds what is missing and pays one more fortnight: the last one that has ended, then the ones before it.
 * @param {Demo} demo @param {string} dir folder of the state and the files
 */
export async function runPayroll(demo, dir) {
  const state = openState(demo, join(ensureDir(dir), 'payroll.json'));
  const name = `payroll-${state.job()}`;
  await setUpIssuer(state, issuer);
  await state.create('payroll-series', '/v1/settings/series', { code: 'N', kind: 'payroll' });
  const path = '/v1/settings/payroll-employer';
  await state.once('employer', () => state.write('employer', 'PUT', path, employer));
  let employeeId;
  for (const employee of employees)
    ({ employeeId } = await state.create(
      `employee-${employee.employeeNumber}`,
      '/v1/employees',
      employee,
    ));

  // The day of the deployment: a sandbox can move its clock.
  const { checkedOn } = await call(demo, 'GET', `/v1/employees/${employeeId}/readiness`);
  const period = fortnight(checkedOn, state.job());
  const { runId } = await state.create(`${name}-run`, '/v1/payroll/runs', {
    paymentFrequency: '04',
    ...period,
  });
  const run = `/v1/payroll/runs/${runId}`;
  const leaves = (/** @type {string} */ doing) =>
    until(() => call(demo, 'GET', run), ({ state: now }) => now !== doing); // prettier-ignore
  await state.write(`${name}-calculate`, 'POST', `${run}/calculate`);
  await leaves('calculating');
  await workOvertime(state, name, run);
  await state.write(`${name}-stamp`, 'POST', `${run}/stamp`);
  await leaves('stamping');

  const rows = await stampedRows(demo, run);
  const files = ensureDir(dir, name);
  for (const { documentRef, employeeName } of rows)
    await saveFiles(state, documentRef, join(files, employeeName.toLowerCase().replaceAll(' ', '-')), ['xml', 'pdf']); // prettier-ignore
  state.jobDone();
  return { period, run, rows, files };
}

/** @param {import('../runtime/demo-state.mjs').DemoState} state @param {string} name @param {string} run */
async function workOvertime(state, name, run) {
  const { employeeName, incidents } = overtime;
  const rows = await call(state.demo, 'GET', `${run}/rows`);
  const row = rows.find((/** @type {any} */ one) => one.employeeName === employeeName);
  await state.write(`${name}-overtime`, 'PATCH', `/v1/payroll/rows/${row.rowId}`, { incidents });
}

/** @param {Demo} demo @param {string} run @throws {SetupError} naming what the PAC refused */
async function stampedRows(demo, run) {
  const listed = await call(demo, 'GET', `${run}/rows`);
  const rows = await Promise.all(
    listed.map((/** @type {any} */ { rowId }) => call(demo, 'GET', `/v1/payroll/rows/${rowId}`)),
  );
  const refused = rows.find(({ state }) => state !== 'stamped');
  if (refused)
    throw new SetupError(`${refused.employeeName}'s receipt is ${refused.state}: ${JSON.stringify(refused.issues)}`); // prettier-ignore
  return rows;
}
