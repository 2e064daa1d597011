import { requiredCatalog } from './catalogs';
import { searchCatalog, type CatalogSearch } from './search-catalog';

const products = 'c_ClaveProdServ';
const codes = (query: string, limit = 5, name = products) =>
  searchCatalog(name, { query, limit })?.entries.map(({ code }) => code);

function everyPage(name: string, search: CatalogSearch): string[] {
  const all: string[] = [];
  let page = searchCatalog(name, search);
  while (page !== undefined) {
    all.push(...page.entries.map(({ code }) => code));
    page =
      page.next === undefined ? undefined : searchCatalog(name, { ...search, after: page.next });
  }
  return all;
}

describe('searching products', () => {
  test('a search for "computadora" finds computers, which the SAT calls computadores', () => {
    expect(codes('computadora')).toEqual([
      '43211500',
      '41112512',
      '43211503',
      '43211507',
      '43211508',
    ]);
  });

  test('a search for "compu" finds every word with that prefix', () => {
    const all = everyPage(products, { query: 'compu', limit: 1000 });
    expect(all).toEqual(expect.arrayContaining(['43211500', '43211507', '12171700']));
    expect(all.length).toBeGreaterThan(100);
  });

  test('a search for "PAPEL bond" requires both words', () => {
    expect(codes('PAPEL bond')).toEqual(codes('bond papel'));
    expect(codes('PAPEL bond')).toContain('60121104');
    expect(everyPage(products, { query: 'papel' }).length).toBeGreaterThan(50);
  });

  test('accents are ignored', () => {
    expect(codes('asesoria', 1000)).toEqual(codes('asesoría', 1000));
    expect(codes('asesoría')?.[0]).toBe('84121700');
    // No product key of the SAT has both words in its name, so a search with either spelling must
    // find nothing.
    expect(codes('asesoria contable')).toEqual([]);
    expect(codes('asesoría contable')).toEqual([]);
    expect(codes('servicios contables')).toContain('84111500');
  });

  test('a search for "4321" finds the codes with that prefix in order, with an exact code first', () => {
    expect(codes('4321', 3)).toEqual(['43211500', '43211501', '43211502']);
    expect(codes('43211500', 2)?.[0]).toBe('43211500');
  });

  test('a search for an unknown word finds nothing', () => {
    expect(searchCatalog(products, { query: 'xyzzy' })).toEqual({ entries: [] });
    expect(searchCatalog(products, { query: '***' })).toEqual({ entries: [] });
  });
});

describe('pages', () => {
  test.each([1, 7, 100])(
    'pages of %d entries return the same entries in the same order as one page',
    (limit) => {
      const search = { query: 'servicios contables' };
      expect(everyPage(products, { ...search, limit })).toEqual(codes(search.query, 1000));
    },
  );

  test('catalogue pages without a query list the whole catalogue in code order', () => {
    const all = [...requiredCatalog('c_Moneda').entries()].map(({ code }) => code);
    expect(everyPage('c_Moneda', { limit: 50 })).toEqual(all);
    expect(everyPage('c_Moneda', { query: '  ', limit: 183 })).toEqual(all);
  });

  test('catalogue pages have only entries in force on the date', () => {
    const on = (onDate: string) => everyPage('c_ObjetoImp', { onDate, limit: 2 });
    expect(on('2022-01-01')).toEqual(['01', '02', '03']);
    expect(on('2024-12-13')).toHaveLength(8);
    const ended = searchCatalog('c_TipoDeduccion', { query: '063', onDate: '2026-11-21' });
    expect(ended?.entries).toEqual([]);
  });

  test('the last catalogue page has no next page, even if the page is full', () => {
    expect(searchCatalog('c_MetodoPago', { limit: 2 })?.next).toBeUndefined();
    expect(searchCatalog('c_MetodoPago', { limit: 1 })?.next).toBeDefined();
    expect(searchCatalog('c_MetodoPago', { after: 500 })).toEqual({ entries: [] });
  });

  test('a catalogue search throws for a limit or a position out of range', () => {
    expect(() => searchCatalog('c_Moneda', { limit: 0 })).toThrow(RangeError);
    expect(() => searchCatalog('c_Moneda', { limit: 1001 })).toThrow(RangeError);
    expect(() => searchCatalog('c_Moneda', { after: -2 })).toThrow(RangeError);
    expect(() => searchCatalog('c_Moneda', { after: 0.5 })).toThrow(RangeError);
  });
});

describe('other catalogues', () => {
  test('other catalogues are searched by code, symbol, legal name and place', () => {
    expect(codes('kgm', 1, 'c_ClaveUnidad')).toEqual(['KGM']);
    expect(codes('kilogramo', 1, 'c_ClaveUnidad')).toEqual(['KGM']);
    expect(codes('nacional de mexico', 5, 'c_Banco')).toContain('002');
    expect(codes('cmx-010', 1, 'c_Municipio')).toEqual(['CMX-010']);
    expect(codes('álvaro obregón', 1, 'c_CodigoPostal')).toEqual(['01000']);
    expect(codes('mex', 1, 'c_Pais')).toEqual(['MEX']);
  });

  test('a search in an unknown catalogue returns undefined', () => {
    expect(searchCatalog('c_Nada')).toBeUndefined();
  });
});
