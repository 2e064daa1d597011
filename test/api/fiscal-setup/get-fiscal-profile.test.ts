import { dataOf, issuerProfile, type Api } from '@timbre/testkit/client';
import { startDocumented } from '../documented';
import { refusalOf } from '../refused';

let api: Api;
beforeAll(async () => {
  api = await startDocumented();
});

const get = () => api.request('GET', '/v1/fiscal/profile');

describe('404, then 200', () => {
  it('getFiscalProfile returns the profile after putFiscalProfile', async () => {
    expect(refusalOf(await get())).toBe('404 not_found');
    const put = await dataOf(api.request('PUT', '/v1/fiscal/profile', { body: issuerProfile }));
    const { status, json } = await get();
    expect(status).toBe(200);
    expect(json.data).toEqual(put);
  });
});
