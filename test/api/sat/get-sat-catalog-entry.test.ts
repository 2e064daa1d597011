import type { Api } from '@timbre/testkit/client';
import { startDocumented } from '../documented';
import { refusalOf } from '../refused';

let api: Api;
beforeAll(async () => {
  api = await startDocumented();
});

const entry = (catalog: string, code: string) =>
  api.request('GET', `/v1/sat/catalogs/${catalog}/${code}`);

describe('200', () => {
  it.each([
    ['c_UsoCFDI', 'G03', 'Gastos en general.'],
    ['c_FormaPago', '99', 'Por definir'],
    ['c_ClaveUnidad', 'H87', 'Pieza'],
  ])('the entry %s %s has the text "%s"', async (catalog, code, description) => {
    const { status, json } = await entry(catalog, code);
    expect(status).toBe(200);
    expect(json.data).toMatchObject({ code, description, validFrom: expect.any(String) });
  });
});

describe('404', () => {
  it.each([
    ['c_UsoCFDI', 'G99'],
    ['c_UsoCFDI', 'g03'],
    ['c_Nada', 'G03'],
    ['c_UsoCFDI', 'constructor'],
  ])('getSatCatalogEntry refuses the unknown entry %s %s', async (catalog, code) => {
    expect(refusalOf(await entry(catalog, code))).toBe('404 not_found');
  });
});
