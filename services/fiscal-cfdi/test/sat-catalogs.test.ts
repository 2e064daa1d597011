import { callContext } from '@timbre/testkit';
import { getSatCatalogEntry } from '../src/operations/get-sat-catalog-entry';
import { listSatCatalogs } from '../src/operations/list-sat-catalogs';
import { searchSatCatalog } from '../src/operations/search-sat-catalog';
import { issueCodes, refusal, startFiscalCfdi, type FiscalCfdi } from './fiscal-cfdi';

let service: FiscalCfdi;
beforeAll(async () => void (service = await startFiscalCfdi()));
afterAll(() => service.close());

const context = callContext();
const search = (catalog: string, page: Record<string, unknown> = {}, activeOn?: string) =>
  service.page(searchSatCatalog, context, { catalog, page, activeOn });
const codes = ({ data }: { data: Record<string, unknown>[] }) => data.map((entry) => entry['code']);

describe('listSatCatalogs', () => {
  it('listSatCatalogs lists every catalogue with its source and age', async () => {
    const { data, pagination } = await service.page(listSatCatalogs, context, {});
    expect(data).toContainEqual({
      name: 'c_UsoCFDI',
      title: 'Usos del CFDI',
      group: 'cfdi40',
      entryCount: 24,
      source: expect.stringContaining('phpcfdi'),
      asOf: '2026-10-01',
    });
    expect(data.length).toBeGreaterThan(30);
    expect(pagination).toEqual({ nextCursor: null, hasMore: false });
  });
});

describe('searchSatCatalog', () => {
  it('searchSatCatalog finds entries by words, without regard to accents and case, and by code', async () => {
    expect(codes(await search('c_UsoCFDI', { query: 'ADQUISICION mercancias' }))).toEqual(['G01']);
    expect(codes(await search('c_UsoCFDI', { query: 'g03' }))).toEqual(['G03']);
  });

  it('searchSatCatalog shows an entry with the columns of its catalogue', async () => {
    const { data } = await search('c_CodigoPostal', { query: '42501' });
    expect(data).toEqual([
      expect.objectContaining({
        code: '42501',
        state: 'HID',
        ianaZone: 'America/Mexico_City',
        validFrom: '2022-01-01',
      }),
    ]);
  });

  it('searchSatCatalog shows the entries in force on the given day, by default today', async () => {
    const ended = { query: '063' };
    expect(codes(await search('c_TipoDeduccion', ended))).toEqual([]);
    expect(codes(await search('c_TipoDeduccion', ended, '2025-01-01'))).toEqual(['063']);
  });

  it('searchSatCatalog pages through a whole catalogue without repeating an entry', async () => {
    const seen: unknown[] = [];
    let cursor: string | null | undefined;
    do {
      const page = { limit: 7, ...(cursor ? { cursor } : {}) };
      const answer = await search('c_UsoCFDI', page);
      seen.push(...codes(answer));
      cursor = answer.pagination.nextCursor;
      expect(answer.pagination.hasMore).toBe(cursor !== null);
    } while (cursor);
    expect(new Set(seen).size).toBe(24);
    expect(seen).toHaveLength(24);
  });

  it('searchSatCatalog refuses a cursor of another search and an invalid cursor', async () => {
    const { pagination } = await search('c_UsoCFDI', { limit: 5 });
    const cursor = pagination.nextCursor!;
    const others = [
      { catalog: 'c_FormaPago', page: { cursor } },
      { catalog: 'c_UsoCFDI', page: { cursor, query: 'gastos' } },
      { catalog: 'c_UsoCFDI', page: { cursor }, activeOn: '2026-01-01' },
      { catalog: 'c_UsoCFDI', page: { cursor: 'x' } },
      { catalog: 'c_UsoCFDI', page: { cursor: `${cursor}=` } },
    ];
    for (const request of others) {
      const refused = await refusal(service, searchSatCatalog, context, request);
      expect(issueCodes(refused)).toEqual(['cursor cursor_invalid']);
    }
  });

  it('searchSatCatalog answers 404 for an unknown catalogue', async () => {
    for (const catalog of ['c_Nothing', '../package', '__proto__']) {
      const refused = await refusal(service, searchSatCatalog, context, { catalog });
      expect(refused.code).toBe('not_found');
    }
  });

  it.each([
    ['c_FraccionArancelaria', 'reproductores raza'],
    ['c_Estaciones', 'pantaco'],
    ['c_Estaciones', 'juarez57'],
    ['c_MaterialPeligroso', 'acido fluorhidrico'],
    ['c_PatenteAduanal', '0000'],
    ['c_NumPedimentoAduana', '48-3009'],
    ['c_INCOTERM', 'coste flete'],
    ['hidrocarburos10.c_TipoPermiso', 'comercializacion'],
  ])(
    'searchSatCatalog finds entries of %s, a catalogue of complements and customs, for the words %s',
    async (name, query) => {
      const { data } = await search(name, { query }, '2026-11-23');
      expect(data.length).toBeGreaterThan(0);
    },
  );

  it.each(['software', 'cafe', 'servicios de', 'computadoras notebook', '4323', 'a'])(
    'searchSatCatalog finds %s among the fifty thousand products',
    async (query) => {
      const { data } = await search('c_ClaveProdServ', { query, limit: 50 });
      expect(data.length).toBeGreaterThan(0);
    },
  );
});

describe('getSatCatalogEntry', () => {
  it('getSatCatalogEntry returns the entry, even of a code that is no longer in force', async () => {
    const request = { catalog: 'c_TipoDeduccion', code: '063' };
    const entry = await service.answer(getSatCatalogEntry, context, request);
    expect(entry).toMatchObject({ code: '063', validTo: expect.stringMatching(/^2026-/) });
  });

  it('getSatCatalogEntry returns the entry in force today, not the entry for a later period', async () => {
    const municipalityOn = async (instant: string) => {
      service.setClock(instant);
      const request = { catalog: 'c_CodigoPostal', code: '22910' };
      return (await service.answer(getSatCatalogEntry, context, request))['municipality'];
    };
    expect(await municipalityOn('2026-01-22T18:00:00Z')).toBe('001');
    expect(await municipalityOn('2026-01-23T18:00:00Z')).toBe('006');
    expect(await municipalityOn('2026-11-21T15:00:00Z')).toBe('006');
  });

  it('getSatCatalogEntry returns entries whose codes have a slash or an accent', async () => {
    for (const [catalog, code] of [
      ['c_NumAutorizacionNaviero', 'ANC001/2022'],
      ['c_Estaciones', 'Juárez57.4'],
    ]) {
      const entry = await service.answer(getSatCatalogEntry, context, { catalog, code });
      expect(entry).toMatchObject({ code });
    }
  });

  it('getSatCatalogEntry answers 404 for an unknown code or catalogue', async () => {
    for (const request of [
      { catalog: 'c_UsoCFDI', code: 'X99' },
      { catalog: 'c_Nothing', code: 'G03' },
    ]) {
      expect((await refusal(service, getSatCatalogEntry, context, request)).code).toBe('not_found');
    }
  });
});
