// Runs a fortnight of payroll: the employer, an employee, the run, and its stamped receipt.
import { setTimeout as sleep } from 'node:timers/promises';
import { createTimbre } from '@timbre/client';

const { API: baseUrl = '', KEY: apiKey = '' } = process.env;
const timbre = createTimbre({ baseUrl, apiKey });

await timbre.putPayrollEmployer({
  body: {
    registrations: [{ registration: 'Y5512345101', riskPremium: 0.54355 }],
    stateCode: 'HID',
    minimumWageZone: 'general',
  },
  idempotencyKey: 'employer',
});
await timbre.createEmployee({
  body: {
    legalName: 'ADRIANA GOMEZ LARA',
    rfc: 'GOLA850312AB1',
    curp: 'GOLA850312MDFMPN03',
    taxSystem: '605',
    postalCode: '06000',
    employeeNumber: '17',
    contractType: '01',
    regimeType: '02',
    paymentFrequency: '04',
    stateCode: 'HID',
    socialSecurityNumber: '12345678903',
    employmentStartedOn: '2025-01-01',
    positionRisk: '1',
    dailyWage: 500,
    integratedDailySalary: 525.5,
  },
  idempotencyKey: 'employee-17',
});

const { data: run } = await timbre.createPayrollRun({
  body: {
    paymentFrequency: '04',
    periodStartedOn: '2026-10-01',
    periodEndedOn: '2026-10-15',
    paidOn: '2026-10-15',
  },
  idempotencyKey: 'run-2026-19',
});
const path = { runId: run.runId };
/** The run is calculated and stamped in the background, so wait for the end of a state. */
const leaves = async (doing: string) => {
  while ((await timbre.getPayrollRun({ path })).data.state === doing) await sleep(1_000);
};
await timbre.calculatePayrollRun({ path, idempotencyKey: 'run-2026-19-calculate' });
await leaves('calculating');
await timbre.stampPayrollRun({ path, idempotencyKey: 'run-2026-19-stamp' });
await leaves('stamping');

for await (const { employeeName, state, totals } of timbre.each.listPayrollRows({ path }))
  console.log(JSON.stringify({ employeeName, state, totals }));
