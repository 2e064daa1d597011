import { randomUUID } from 'node:crypto';
import { dataOf, type Api } from '@timbre/testkit/client';
import { startDocumented } from '../documented';
import { refusalOf } from '../refused';
import { leaving, newImport } from './spreadsheet';

let api: Api;
beforeAll(async () => void (api = await startDocumented()));

const lines = (...rows: string[]) =>
  ['sku,descripción,precio,IVA,existencia', ...rows, ''].join('\n');
const commit = (importId: unknown, body?: object, headers = {}) =>
  api.request('POST', `/v1/imports/${String(importId)}/commit`, { body, headers });

describe('202', () => {
  it('commitImport writes the valid rows, and the invalid rows still show their issues', async () => {
    const location = { name: 'Centro', postalCode: '42501' };
    await dataOf(api.request('POST', '/v1/locations', { body: location }));
    const content = lines('S-1,Silla,"1,100.50",16%,4', 'S-2,Mesa,x,,');
    const { importId } = await newImport(api, 'products', content);
    const headers = { 'idempotency-key': randomUUID() };
    const first = await commit(importId, undefined, headers);
    expect(first.status).toBe(202);
    expect(first.json.data).toMatchObject({ state: 'committing', rowsDone: 1, rowsTotal: 2 });
    expect((await commit(importId, undefined, headers)).bytes.equals(first.bytes)).toBe(true);
    expect(await leaving(api, importId as string, 'committing')).toMatchObject({
      state: 'done',
      rowsDone: 2,
      finishedAt: expect.any(String),
      results: { created: 1, updated: 0, unchanged: 0, changedSincePreview: 0 },
    });
    const { json } = await api.request('GET', '/v1/products?query=silla');
    expect(json.data).toMatchObject([{ sku: 'S-1', price: 1100.5, taxRate: 0.16, stock: 4 }]);
  });

  it('commitImport can require that all rows are valid, and succeeds for a file without faults', async () => {
    const { importId } = await newImport(api, 'customers', 'nombre\nUNO\n');
    expect((await commit(importId, { onlyIfAllValid: true })).status).toBe(202);
  });
});

describe('404', () => {
  it('commitImport refuses an unknown import', async () => {
    expect(refusalOf(await commit(randomUUID()))).toBe('404 not_found');
  });
});

describe('409 conflict', () => {
  it('commitImport refuses the import if all rows must be valid and one row is invalid', async () => {
    const { importId } = await newImport(api, 'products', lines('S-3,A,-1,,'));
    const answer = await commit(importId, { onlyIfAllValid: true });
    expect(refusalOf(answer)).toBe('409 conflict rows_invalid');
  });

  it('commitImport refuses an import that is not a preview', async () => {
    const { importId } = await newImport(api, 'products', 'correo\nA\n');
    expect(refusalOf(await commit(importId))).toBe('409 conflict not_a_preview');
  });
});
