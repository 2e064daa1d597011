import { randomUUID } from 'node:crypto';
import { created, dataOf, issuerProfile, mintedFiles, type Api } from '@timbre/testkit/client';
import { startDocumented } from '../documented';
import { refusalOf } from '../refused';

let api: Api;
beforeEach(async () => {
  api = await startDocumented();
  await dataOf(api.request('PUT', '/v1/fiscal/profile', { body: issuerProfile }));
});

const uploaded = async () =>
  (await created(api, '/v1/fiscal/certificates', await mintedFiles(api))).certificateId as string;
const remove = (id: string) => api.request('DELETE', `/v1/fiscal/certificates/${id}`);

describe('200', () => {
  it('deleteCertificate deletes an inactive certificate, and deletes the last remaining certificate even if it is active', async () => {
    const [active, inactive] = [await uploaded(), await uploaded()];
    for (const certificateId of [inactive, active]) {
      const { status, json } = await remove(certificateId);
      expect(status).toBe(200);
      expect(json.data).toEqual({ certificateId, deleted: true });
    }
    expect((await api.request('GET', '/v1/fiscal/certificates')).json.data).toEqual([]);
  });

  it('the same certificate files can be uploaded again after deleteCertificate', async () => {
    const files = await mintedFiles(api);
    const { certificateId } = await created(api, '/v1/fiscal/certificates', files);
    await dataOf(remove(certificateId as string));
    expect((await created(api, '/v1/fiscal/certificates', files)).status).toBe('active');
  });
});

describe('404', () => {
  it('deleteCertificate refuses an unknown certificate', async () => {
    const id = await uploaded();
    await dataOf(remove(id));
    expect(refusalOf(await remove(id))).toBe('404 not_found');
    expect(refusalOf(await remove(randomUUID()))).toBe('404 not_found');
  });
});

describe('409 conflict', () => {
  it('deleteCertificate refuses to delete the active certificate if another certificate could replace it', async () => {
    const active = await uploaded();
    await uploaded();
    expect(refusalOf(await remove(active))).toBe('409 conflict certificate_active');
  });
});
