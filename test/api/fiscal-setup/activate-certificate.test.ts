import { randomUUID } from 'node:crypto';
import { created, dataOf, issuerProfile, mintedFiles, type Api } from '@timbre/testkit/client';
import { startDocumented } from '../documented';
import { refusalOf } from '../refused';
import { until } from '../until';

let api: Api;
beforeAll(async () => {
  api = await startDocumented();
  await dataOf(api.request('PUT', '/v1/fiscal/profile', { body: issuerProfile }));
});

const uploaded = async (changes: object = {}) =>
  (await created(api, '/v1/fiscal/certificates', await mintedFiles(api, changes)))
    .certificateId as string;
const activate = (id: string) => api.request('POST', `/v1/fiscal/certificates/${id}/activate`);

describe('200', () => {
  it('activateCertificate activates the certificate for sealing and deactivates the previous one', async () => {
    const [first, second] = [await uploaded(), await uploaded()];
    expect((await dataOf(activate(second))).status).toBe('active');
    const before = await dataOf(api.request('GET', `/v1/fiscal/certificates/${first}`));
    expect(before.status).toBe('inactive');
  });

  it('activateCertificate has no effect if the certificate is already active', async () => {
    const id = await uploaded();
    const first = await dataOf(activate(id));
    expect(await dataOf(activate(id))).toEqual(first);
  });

  it('concurrent calls of activateCertificate leave one active certificate of each kind', async () => {
    const ids = [await uploaded(), await uploaded(), await uploaded()];
    const fiel = await uploaded({ kind: 'fiel' });
    await Promise.all(ids.map((id) => dataOf(activate(id))));
    const { json } = await api.request('GET', '/v1/fiscal/certificates?limit=50');
    const active = json.data.filter(({ status }: { status: string }) => status === 'active');
    expect(active.map(({ kind }: { kind: string }) => kind).sort()).toEqual(['csd', 'fiel']);
    expect(active.map((one: { certificateId: string }) => one.certificateId)).toContain(fiel);
  });
});

describe('404', () => {
  it('activateCertificate refuses an unknown certificate', async () => {
    expect(refusalOf(await activate(randomUUID()))).toBe('404 not_found');
  });
});

describe('409 conflict', () => {
  it('activateCertificate refuses a certificate that expired after the upload', async () => {
    const expiring = (lifeMs: number) =>
      uploaded({ validTo: new Date(Date.now() + lifeMs).toISOString() });
    // The test repeats the upload if the certificate expired before the upload, which can happen on
    // a busy machine.
    const id = await expiring(3_000).catch(() => expiring(20_000));
    const answer = await until(
      60_000,
      () => activate(id),
      ({ status }) => status !== 200,
    );
    expect(refusalOf(answer)).toBe('409 conflict certificate_expired');
  });
});
