import { created, dataOf, type Api } from '@timbre/testkit/client';
import { startDocumented } from '../documented';
import { issuesOf, refusalOf } from '../refused';

let api: Api;
beforeAll(async () => {
  api = await startDocumented();
});

const path = '/v1/organization/members';
const update = (memberId: unknown, body: object) =>
  api.request('PATCH', `${path}/${String(memberId)}`, { body });

describe('200', () => {
  it('updateMember changes the role of an invitation', async () => {
    const { memberId } = await created(api, path, { email: 'eva@example.com', role: 'sales' });
    expect(await dataOf(update(memberId, { role: 'read_only' }))).toMatchObject({
      memberId,
      role: 'read_only',
    });
  });
});

describe('400', () => {
  it('updateMember refuses a change of the address, which is immutable', async () => {
    const answer = await update('x', { role: 'sales', email: 'other@example.com' });
    expect(issuesOf(answer)).toEqual(['email: unknown_field']);
  });
});

describe('404', () => {
  it.each(['no-identifier', '01890000-0000-7000-8000-000000000000'])(
    'updateMember does not find %s',
    async (id) => {
      expect(refusalOf(await update(id, { role: 'sales' }))).toBe('404 not_found');
    },
  );
});
