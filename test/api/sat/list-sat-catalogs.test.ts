import type { Api } from '@timbre/testkit/client';
import { startDocumented } from '../documented';

let api: Api;
beforeAll(async () => {
  api = await startDocumented();
});

describe('200', () => {
  it('listSatCatalogs lists every catalogue once, with its source and number of entries', async () => {
    const { status, json } = await api.request('GET', '/v1/sat/catalogs');
    expect(status).toBe(200);
    const byName = new Map<string, { entryCount: number; source: string }>(
      json.data.map((catalog: { name: string }) => [catalog.name, catalog]),
    );
    expect(byName.size).toBe(json.data.length);
    expect(byName.get('c_ClaveProdServ')!.entryCount).toBeGreaterThan(52_000);
    for (const name of [
      'c_UsoCFDI',
      'c_RegimenFiscal',
      'c_FormaPago',
      'c_ClaveUnidad',
      'c_Moneda',
    ]) {
      expect(byName.get(name)!.entryCount).toBeGreaterThan(0);
    }
    for (const { source } of byName.values()) expect(source).not.toBe('');
  });
});
