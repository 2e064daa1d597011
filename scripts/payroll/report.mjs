// Prints the report of `npm start -- --demo payroll`.
import { apiLine, curlOf, pesos } from '../runtime/demo-organization.mjs';

/** @param {import('../runtime/demo-state.mjs').Demo} demo
 * @param {Awaited<ReturnType<typeof import('./pay.mjs').runPayroll>>} result */
export function payrollReport(demo, { period, runId, rows, files }) {
  const curl = curlOf(demo);
  const width = Math.max(...rows.map(({ employeeName }) => employeeName.length));
  return [
    '',
    `Payroll of ${period.periodStartedOn} to ${period.periodEndedOn}, paid and stamped`,
    `  ${''.padEnd(width)} ${['Gross', 'ISR', 'IMSS', 'Net'].map((word) => word.padStart(10)).join('')}`,
    ...rows.map(({ employeeName, totals: { gross, isr, imss, net } }) =>
      [
        `  ${employeeName.padEnd(width)} `,
        ...[gross, isr, imss, net].map((amount) => pesos(amount).padStart(10)),
      ].join(''),
    ),
    `  Files    ${files}`,
    '',
    apiLine(demo),
    'The run, its receipts as a spreadsheet, and one of them with the law behind each amount',
    curl(`/v1/payroll/runs/${runId}`),
    curl(`/v1/payroll/runs/${runId}/export`, ' -o payroll.xlsx'),
    curl(`/v1/payroll/rows/${rows[0].rowId}`),
  ].join('\n');
}
