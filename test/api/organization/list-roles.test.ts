import type { Api } from '@timbre/testkit/client';
import { startDocumented } from '../documented';

let api: Api;
beforeAll(async () => {
  api = await startDocumented();
});

describe('200', () => {
  it('listRoles lists each role with its permissions, and all these permissions exist', async () => {
    const { json } = await api.request('GET', '/v1/organization/roles');
    const roles = json.data as { role: string; permissions: string[] }[];
    expect(roles.map(({ role }) => role)).toEqual([
      'owner',
      'administrator',
      'accountant',
      'sales',
      'payroll',
      'developer',
      'read_only',
    ]);
    const known = (await api.request('GET', '/v1/permissions')).json.data as {
      permission: string;
    }[];
    const names = known.map(({ permission }) => permission).sort();
    const of = (role: string) => roles.find((one) => one.role === role)!.permissions.toSorted();
    expect(of('owner')).toEqual(names);
    for (const { permissions } of roles) expect(names).toEqual(expect.arrayContaining(permissions));
    expect(of('read_only')).not.toContain('employees:read');
    expect(of('read_only').filter((name) => !name.endsWith(':read'))).toEqual([]);
  });
});
