import { randomUUID } from 'node:crypto';
import { created, dataOf, issuerProfile, mintedFiles, type Api } from '@timbre/testkit/client';
import { startDocumented } from '../documented';
import { refusalOf } from '../refused';

let api: Api;
beforeAll(async () => {
  api = await startDocumented();
  await dataOf(api.request('PUT', '/v1/fiscal/profile', { body: issuerProfile }));
});

describe('200', () => {
  it('getCertificate returns the certificate as it was uploaded', async () => {
    const uploaded = await created(api, '/v1/fiscal/certificates', await mintedFiles(api));
    const path = `/v1/fiscal/certificates/${uploaded.certificateId}`;
    const { status, json } = await api.request('GET', path);
    expect(status).toBe(200);
    expect(json.data).toEqual(uploaded);
  });
});

describe('404', () => {
  it.each([randomUUID(), '00001000000500000000'])(
    'getCertificate does not find the identifier %s',
    async (id) => {
      expect(refusalOf(await api.request('GET', `/v1/fiscal/certificates/${id}`))).toBe(
        '404 not_found',
      );
    },
  );
});
