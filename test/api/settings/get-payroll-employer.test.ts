import { startApi } from '@timbre/testkit/client';
import { documented, startDocumented } from '../documented';
import { refusalOf } from '../refused';

const path = '/v1/settings/payroll-employer';

it('getPayrollEmployer answers 200 with an employer without data if nothing was set', async () => {
  const { status, json } = await (await startDocumented()).request('GET', path);
  expect([status, json.data]).toEqual([200, { registrations: [], settings: {} }]);
});

it('getPayrollEmployer answers 200 and returns nothing of another organization', async () => {
  const body = { registrations: [{ registration: 'A1234567890' }] };
  await (await startDocumented()).request('PUT', path, { body });
  const { json } = await (await startDocumented()).request('GET', path);
  expect(json.data.registrations).toEqual([]);
});

it('getPayrollEmployer answers 401 to an unknown key', async () => {
  const api = (await documented(await startApi())).withApiKey('sk_test_unknown');
  expect(refusalOf(await api.request('GET', path))).toBe('401 unauthenticated invalid_token');
});
