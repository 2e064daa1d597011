import { created, dataOf, type Api } from '@timbre/testkit/client';
import { startDocumented } from '../documented';

let api: Api;
beforeAll(async () => {
  api = await startDocumented();
  for (const [code, kind] of [['A', 'income'], ['NC', 'credit_note'], ['Águila', 'income']]) {
    await created(api, '/v1/settings/series', { code, kind });
  } // prettier-ignore
});

const codes = async (query = '') => {
  const { json } = await api.request('GET', `/v1/settings/series${query}`);
  return json.data.map(({ code }: { code: string }) => code) as string[];
};

describe('200', () => {
  it('listSeries lists the newest first', async () => {
    expect(await codes()).toEqual(['Águila', 'NC', 'A']);
  });

  it('listSeries filters by kind and by words', async () => {
    expect(await codes('?kind=income')).toEqual(['Águila', 'A']);
    expect(await codes('?query=aguila')).toEqual(['Águila']);
    expect(await codes('?kind=payroll')).toEqual([]);
  });

  it('listSeries returns the series page by page', async () => {
    const { json } = await api.request('GET', '/v1/settings/series?limit=1');
    expect(await codes(`?limit=5&cursor=${json.pagination.nextCursor}`)).toEqual(['NC', 'A']);
  });

  it('listSeries lists a default series of every kind after a fiscal profile was created', async () => {
    const fresh = await startDocumented();
    const body = {
      rfc: 'EKU9003173C9',
      legalName: 'ESCUELA KEMPER URGATE',
      taxSystem: '601',
      postalCode: '42501',
    };
    await dataOf(fresh.request('PUT', '/v1/fiscal/profile', { body }));
    const { json } = await fresh.request('GET', '/v1/settings/series');
    const given = json.data.map(({ kind, code, isDefault }: Record<string, string>) => [
      kind,
      isDefault && code,
    ]);
    expect(Object.fromEntries(given)).toEqual({
      income: 'F',
      credit_note: 'NC',
      transfer: 'T',
      payroll: 'N',
      payment_complement: 'P',
      withholding: 'R',
    });
  });
});

describe('400', () => {
  it('listSeries refuses an unknown kind', async () => {
    expect((await api.request('GET', '/v1/settings/series?kind=receipt')).status).toBe(400);
  });
});
