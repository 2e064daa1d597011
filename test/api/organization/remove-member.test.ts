import { created, dataOf, type Api } from '@timbre/testkit/client';
import { startDocumented } from '../documented';
import { refusalOf } from '../refused';

let api: Api;
beforeAll(async () => {
  api = await startDocumented();
});

const path = '/v1/organization/members';
const remove = (memberId: unknown) => api.request('DELETE', `${path}/${String(memberId)}`);

describe('200', () => {
  it('removeMember ends a pending invitation', async () => {
    const { memberId } = await created(api, path, { email: 'eva@example.com', role: 'sales' });
    expect(await dataOf(remove(memberId))).toEqual({ memberId, deleted: true });
    expect(refusalOf(await remove(memberId))).toBe('404 not_found');
    expect((await api.request('GET', path)).json.data).toEqual([]);
  });
});

describe('404', () => {
  it.each(['no-identifier', '01890000-0000-7000-8000-000000000000'])(
    'removeMember does not find %s',
    async (id) => {
      expect(refusalOf(await remove(id))).toBe('404 not_found');
    },
  );
});
