import type { Api } from '@timbre/testkit/client';
import { startDocumented } from '../documented';
import { addEmployee } from '../payroll/people';
import { issuesOf } from '../refused';

let api: Api;
beforeAll(async () => {
  api = await startDocumented();
});

const idsOf = async (by: Api, query = '') =>
  (await by.request('GET', `/v1/employees${query}`)).json.data.map(
    (one: { employeeId: string }) => one.employeeId,
  );

describe('200', () => {
  it('listEmployees finds employees by words, status and frequency, the newest first', async () => {
    const other = await startDocumented();
    const ana = await addEmployee(other, { legalName: 'ANA PÉREZ' });
    const beto = await addEmployee(other, { legalName: 'BETO RUIZ', paymentFrequency: '02' });
    const body = { employmentEndedOn: '2026-06-30' };
    await other.request('POST', `/v1/employees/${beto}/terminate`, { body });
    expect(await idsOf(other)).toEqual([beto, ana]);
    expect(await idsOf(other, '?query=perez')).toEqual([ana]);
    expect(await idsOf(other, '?status=terminated')).toEqual([beto]);
    expect(await idsOf(other, '?status=active')).toEqual([ana]);
    expect(await idsOf(other, '?paymentFrequency=02')).toEqual([beto]);
  });

  it('listEmployees returns pages that neither skip nor repeat an employee', async () => {
    const other = await startDocumented();
    const all = [await addEmployee(other), await addEmployee(other), await addEmployee(other)];
    const first = (await other.request('GET', '/v1/employees?limit=2')).json;
    expect(first.pagination).toEqual({ hasMore: true, nextCursor: expect.any(String) });
    const cursor = encodeURIComponent(first.pagination.nextCursor as string);
    const second = (await other.request('GET', `/v1/employees?limit=2&cursor=${cursor}`)).json;
    expect(second.pagination).toEqual({ hasMore: false, nextCursor: null });
    const shown = [...first.data, ...second.data] as { employeeId: string }[];
    expect(shown.map(({ employeeId }) => employeeId)).toEqual(all.reverse());
  });

  it('listEmployees returns no employees of other organizations', async () => {
    await addEmployee(api);
    expect(await idsOf(await startDocumented())).toEqual([]);
  });
});

describe('400', () => {
  it('listEmployees refuses unknown statuses, frequencies and filters', async () => {
    const answer = await api.request(
      'GET',
      '/v1/employees?status=fired&paymentFrequency=77&limit=51&sort=name',
    );
    expect(issuesOf(answer)).toEqual([
      'limit: too_big',
      'paymentFrequency: not_in_catalog',
      'sort: unknown_field',
      'status: invalid_value',
    ]);
  });
});
