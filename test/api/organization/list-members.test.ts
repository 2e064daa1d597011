import { created, type Api } from '@timbre/testkit/client';
import { startDocumented } from '../documented';
import { issuesOf } from '../refused';

let api: Api;
beforeAll(async () => {
  api = await startDocumented();
});

const path = '/v1/organization/members';

describe('200', () => {
  it('listMembers lists invitations, the newest first, and filters them', async () => {
    const [eva, leo] = [
      await created(api, path, { email: 'eva@example.com', role: 'sales' }),
      await created(api, path, { email: 'leo@example.com', role: 'payroll' }),
    ];
    const { json } = await api.request('GET', path);
    expect(json.data).toEqual([leo, eva]);
    const found = async (filter: string) =>
      (await api.request('GET', `${path}?${filter}`)).json.data as unknown[];
    expect(await found('role=sales')).toEqual([eva]);
    expect(await found('query=leo')).toEqual([leo]);
    expect(await found('status=invited')).toHaveLength(2);
    expect(await found('status=active')).toEqual([]);
  });
});

describe('400', () => {
  it('listMembers refuses a role that does not exist', async () => {
    expect(issuesOf(await api.request('GET', `${path}?role=king`))).toEqual([
      'role: invalid_value',
    ]);
  });
});
