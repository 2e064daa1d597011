import { dataOf, type Api } from '@timbre/testkit/client';
import { startDocumented } from '../documented';

let api: Api;
beforeAll(async () => {
  api = await startDocumented();
});

const restore = () => api.request('POST', '/v1/organization/restore');

describe('200', () => {
  it('restoreOrganization restores an archived organization, and has no effect on an active organization', async () => {
    await dataOf(api.request('POST', '/v1/organization/archive'));
    const restored = await dataOf(restore());
    expect(restored).toMatchObject({ status: 'active' });
    expect(restored).not.toHaveProperty('archivedAt');
    expect(await dataOf(restore())).toEqual(restored);
  });
});
