import { randomUUID } from 'node:crypto';
import type { Api } from '@timbre/testkit/client';
import { startDocumented } from '../documented';
import { addEmployee } from '../payroll/people';
import { refusalOf } from '../refused';

let api: Api;
beforeAll(async () => {
  api = await startDocumented();
});

const readiness = (employeeId: string) =>
  api.request('GET', `/v1/employees/${employeeId}/readiness`);

describe('200', () => {
  it('getEmployeeReadiness lists the issue codes that a payroll run of today would report, each with its field', async () => {
    const employeeId = await addEmployee(api, { curp: undefined, stateCode: undefined });
    const { status, json } = await readiness(employeeId);
    expect(status).toBe(200);
    expect(json.data).toMatchObject({ employeeId, ready: false });
    expect(json.data.checkedOn).toMatch(/^\d{4}-\d{2}-\d{2}$/);
    expect(json.data.issues).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ code: 'curp_invalid', field: 'curp' }),
        expect.objectContaining({ code: 'state_code_missing', field: 'stateCode' }),
        expect.objectContaining({ code: 'employer_rfc_missing', field: 'employer.rfc' }),
      ]),
    );
  });

  it('getEmployeeReadiness lists no issues for valid data', async () => {
    const { json } = await readiness(await addEmployee(api));
    const fields = json.data.issues
      // The payroll rules of a new year may be missing, because the legal figures are published
      // during the first weeks of the year.
      .filter(({ code }: { code: string }) => code !== 'rules_unavailable')
      .map(({ field }: { field: string }) => field.split('.')[0]);
    expect(new Set(fields)).toEqual(new Set(['employer']));
  });
});

describe('404', () => {
  it('getEmployeeReadiness does not find an unknown employee', async () => {
    expect(refusalOf(await readiness(randomUUID()))).toBe('404 not_found');
  });
});
