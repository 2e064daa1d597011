import { created, dataOf, issuerProfile, mintedFiles, type Api } from '@timbre/testkit/client';
import { startDocumented } from '../documented';

let api: Api;
beforeAll(async () => {
  api = await startDocumented();
  await dataOf(api.request('PUT', '/v1/fiscal/profile', { body: issuerProfile }));
  for (const kind of ['csd', 'fiel', 'csd']) {
    const { certificateNumber } = await created(
      api,
      '/v1/fiscal/certificates',
      await mintedFiles(api, { kind }),
    );
    numbers.push(certificateNumber as string);
  }
});

const numbers: string[] = [];
const list = async (query = '') => {
  const { json } = await api.request('GET', `/v1/fiscal/certificates${query}`);
  return json.data.map((one: { certificateNumber: string }) => one.certificateNumber) as string[];
};

describe('200', () => {
  it('listCertificates lists the newest certificates first, page by page', async () => {
    expect(await list()).toEqual([...numbers].reverse());
    const { json } = await api.request('GET', '/v1/fiscal/certificates?limit=2');
    expect(await list(`?cursor=${json.pagination.nextCursor}`)).toEqual([numbers[0]]);
  });

  it('listCertificates filters by kind and finds a certificate by its number', async () => {
    expect(await list('?kind=fiel')).toEqual([numbers[1]]);
    expect(await list(`?query=${numbers[2]}`)).toEqual([numbers[2]]);
  });
});

describe('400', () => {
  it('listCertificates refuses an unknown kind', async () => {
    expect((await api.request('GET', '/v1/fiscal/certificates?kind=ssl')).status).toBe(400);
  });
});
