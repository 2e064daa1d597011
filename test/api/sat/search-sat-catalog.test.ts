import type { Api } from '@timbre/testkit/client';
import { startDocumented } from '../documented';
import { issuesOf, refusalOf } from '../refused';

let api: Api;
beforeAll(async () => {
  api = await startDocumented();
});

const search = (catalog: string, query = '') =>
  api.request('GET', `/v1/sat/catalogs/${catalog}?${query}`);
const codes = async (catalog: string, query: string) =>
  (await search(catalog, query)).json.data.map(({ code }: { code: string }) => code) as string[];

describe('200', () => {
  it.each([
    ['c_UsoCFDI', 'gastos en general', 'G03'],
    ['c_UsoCFDI', 'g03', 'G03'],
    ['c_FormaPago', 'TRANSFERENCIA', '03'],
    ['c_RegimenFiscal', 'sueldos salarios', '605'],
    ['c_ClaveUnidad', 'kilogramo', 'KGM'],
    ['c_ClaveProdServ', '43232300', '43232300'],
  ])('a search in the catalogue %s for "%s" finds the entry', async (catalog, query, code) => {
    expect(await codes(catalog, `limit=3&query=${encodeURIComponent(query)}`)).toContain(code);
  });

  it('searchSatCatalog ignores accents and case', async () => {
    const [plain, accented] = [
      await codes('c_ClaveProdServ', 'query=cafe'),
      await codes('c_ClaveProdServ', `query=${encodeURIComponent('CAFÉ')}`),
    ];
    expect(plain.length).toBeGreaterThan(0);
    expect(accented).toEqual(plain);
  });

  it('searchSatCatalog returns each code of a catalogue once across its pages', async () => {
    const seen: string[] = [];
    let cursor = '';
    do {
      const { json } = await search('c_RegimenFiscal', `limit=7${cursor}`);
      seen.push(...json.data.map(({ code }: { code: string }) => code));
      cursor = json.pagination.hasMore ? `&cursor=${json.pagination.nextCursor}` : '';
    } while (cursor);
    expect(seen).toEqual([...new Set(seen)].sort());
    expect(seen).toContain('601');
  });

  it('searchSatCatalog returns only entries in force on the requested day', async () => {
    const unknownThen = await codes('c_UsoCFDI', 'activeOn=2016-01-01');
    expect(unknownThen).not.toContain('S01');
    expect(await codes('c_UsoCFDI', 'query=S01')).toContain('S01');
  });

  it('searchSatCatalog returns an empty list if nothing matches', async () => {
    expect(await codes('c_UsoCFDI', 'query=xyzzy')).toEqual([]);
  });
});

describe('400', () => {
  it('searchSatCatalog refuses a cursor of another query', async () => {
    const { json } = await search('c_ClaveProdServ', 'query=cafe&limit=1');
    const answer = await search('c_ClaveProdServ', `query=te&cursor=${json.pagination.nextCursor}`);
    expect(issuesOf(answer)).toEqual(['cursor: cursor_invalid']);
  });

  it('searchSatCatalog refuses a day that does not exist', async () => {
    expect(issuesOf(await search('c_UsoCFDI', 'activeOn=2026-13-01'))).toEqual([
      'activeOn: invalid_format',
    ]);
  });
});

describe('404', () => {
  it.each(['c_Nada', 'toString', '__proto__', '..%2Fc_UsoCFDI'])(
    'searchSatCatalog refuses the unknown catalogue %s',
    async (catalog) => {
      expect(refusalOf(await search(catalog))).toBe('404 not_found');
    },
  );
});
