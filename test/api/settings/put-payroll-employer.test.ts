import { randomUUID } from 'node:crypto';
import { dataOf, type Api } from '@timbre/testkit/client';
import { startDocumented } from '../documented';
import { addEmployee, addRun, calculate, fortnight, rowsOf } from '../payroll/people';
import { issuesOf, refusalOf } from '../refused';
import { until } from '../until';

let api: Api;
beforeAll(async () => {
  api = await startDocumented();
});

const put = (body: object, key: string = randomUUID()) =>
  api.request('PUT', '/v1/settings/payroll-employer', {
    body,
    headers: { 'idempotency-key': key },
  });

const employer = {
  registrations: [{ registration: 'B5510768108', riskPremium: 7.58875 }],
  curp: 'GOLA850312MDFMPN03',
  stateCode: 'JAL',
  minimumWageZone: 'border',
  settings: { aguinaldoDays: 30, vacationPremiumRate: 0.5, absenceCost: 'day_and_rest_share' },
};

describe('200', () => {
  it('putPayrollEmployer stores the given values, and clears omitted values', async () => {
    expect(await dataOf(put(employer))).toMatchObject(employer);
    const bare = await dataOf(put({ registrations: [{ registration: ' b5510768108 ' }] }));
    expect(bare).toEqual({
      registrations: [{ registration: 'B5510768108' }],
      settings: {},
      updatedAt: bare.updatedAt,
    });
  });

  it('putPayrollEmployer sets the employer once for the same idempotency key', async () => {
    const key = randomUUID();
    const first = await put(employer, key);
    expect((await put(employer, key)).bytes.equals(first.bytes)).toBe(true);
    expect(refusalOf(await put({}, key))).toBe('409 idempotency_conflict');
  });

  it('putPayrollEmployer creates one employer for each organization, also if many requests create it at the same time', async () => {
    const fresh = await startDocumented();
    const registrations = (count: number) =>
      Array.from({ length: count }, (_, index) => ({ registration: `A${1_000_000_000 + index}` }));
    const path = '/v1/settings/payroll-employer';
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) => {
        const body = { registrations: registrations(index + 1) };
        const headers = { 'idempotency-key': randomUUID() };
        // The requests wait for each other, and a request must be repeated if it waits for more
        // than 2 s.
        const send = () => fresh.request('PUT', path, { body, headers });
        return until(60_000, send, ({ status }) => status === 200);
      }),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(12).fill(200));
    const stored = await dataOf(fresh.request('GET', path));
    expect(answers.map(({ json }) => json.data)).toContainEqual(stored);
    const another = await startDocumented();
    expect(await dataOf(another.request('GET', path))).toEqual({ registrations: [], settings: {} });
    const tooMany = await fresh.request('PUT', path, {
      body: { registrations: registrations(101) },
    });
    expect(issuesOf(tooMany)).toEqual(['registrations: too_big']);
  });

  it('putPayrollEmployer can run during the calculation of a run: every receipt has the employer of its run', async () => {
    const client = await startDocumented();
    const path = '/v1/settings/payroll-employer';
    const body = (at: number) => (at % 2 ? {} : { registrations: [employer.registrations[0]] });
    for (let count = 0; count < 4; count += 1) await addEmployee(client);
    const runId = await addRun(client, { employer: undefined });
    for (const round of [0, 1, 2]) {
      const changes = Array.from({ length: 6 }, (_, at) =>
        client.request('PUT', path, { body: body(at + round) }),
      );
      const run = await calculate(client, runId);
      await Promise.all(changes);
      const isRegistered = 'registration' in (run.employer as object);
      const rows = await rowsOf(client, runId);
      expect(rows).toHaveLength(4);
      for (const { issues } of rows) {
        const codes = (issues as { code: string }[]).map(({ code }) => code);
        expect(codes.includes('employer_registration_missing')).toBe(!isRegistered);
      }
    }
  });

  it('payroll runs and simulations use the employer of putPayrollEmployer', async () => {
    await dataOf(put(employer));
    const runId = await addRun(api, { employer: undefined });
    const run = await dataOf(api.request('GET', `/v1/payroll/runs/${runId}`));
    const { registrations: _, ...rest } = employer;
    expect(run.employer).toMatchObject({ registration: 'B5510768108', ...rest });
    const employee = { dailyWage: 500, integratedDailySalary: 526.05, employmentStartedOn: '2024-01-08' }; // prettier-ignore
    const body = { period: fortnight, employee };
    const simulated = await dataOf(api.request('POST', '/v1/payroll/simulations', { body }));
    expect(simulated).toMatchObject({ state: 'ready', totals: { imss: 197.86 } });
    await addEmployee(api);
    await calculate(api, runId);
    const [row] = await rowsOf(api, runId);
    expect(row).toMatchObject({ issues: [{ code: 'employer_rfc_missing' }] });
  });
});

describe('400', () => {
  it('putPayrollEmployer reports every fault of the request at once', async () => {
    const answer = await put({
      registrations: [
        { registration: 'hola mundo', riskPremium: 0.4 },
        { registration: 'A1234567890', riskPremium: 15.1 },
      ],
      curp: 'GOLA850312MDFMPN04',
      settings: { aguinaldoDays: -1 },
    });
    expect(refusalOf(answer)).toBe('400 validation_error');
    expect(issuesOf(answer)).toEqual([
      'curp: curp_invalid',
      'registrations.0.registration: employer_registration_invalid',
      'registrations.0.riskPremium: too_small',
      'registrations.1.riskPremium: too_big',
      'settings.aguinaldoDays: too_small',
    ]);
    const twice = ['A1234567890', 'a12-34567-89-0'].map((registration) => ({ registration }));
    expect(issuesOf(await put({ registrations: twice }))).toEqual([
      'registrations.1.registration: employer_registration_repeated',
    ]);
  });
});
