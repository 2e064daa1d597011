import { requiredCatalog } from './catalogs';
import { wordsOf, type SearchableRow } from './postings';
import { rowOfKey, WordIndex } from './word-index';

const rows = (...list: [code: string, description: string, ...synonyms: string[]][]) =>
  list.map(([code, description, ...synonyms]): SearchableRow => ({ code, description, synonyms }));

const found = (index: WordIndex, query: string) => [...index.search(query).keys].map(rowOfKey);

describe('wordsOf', () => {
  test('wordsOf ignores case, accents and punctuation', () => {
    expect(wordsOf('PAPEL  Bond, 2ª (año)')).toEqual(['papel', 'bond', '2a', 'ano']);
    expect(wordsOf('m² – ‰')).toEqual(['m2']);
    expect(wordsOf('***')).toEqual([]);
  });
});

describe('WordIndex', () => {
  test('a search ranks whole words before prefixes, and words of descriptions before synonyms', () => {
    const index = new WordIndex(
      rows(
        ['10', 'compost'],
        ['11', 'venta de', 'una compota'],
        ['12', 'venta de compotas'],
        ['13', 'una compota'],
        ['14', 'compota roja'],
        ['16', 'compota'],
        ['15', 'venta', 'compota de higo'],
      ),
    );
    expect(found(index, 'compota')).toEqual([5, 4, 6, 2, 3, 1]);
    expect(found(index, 'COMPÓ')).toEqual([0, 5, 4, 6, 2, 3, 1]);
  });

  test('a search ranks matching codes before matching words, and the exact code first', () => {
    const index = new WordIndex(rows(['50', 'a 5 b'], ['5', 'b'], ['51', 'c'], ['60', '5']));
    expect(found(index, '5')).toEqual([1, 0, 2, 3]);
  });

  test('a search requires every word in any order, and returns each row once', () => {
    const index = new WordIndex(
      rows(['1', 'papel bond'], ['2', 'papel'], ['3', 'bono'], ['4', 'x']),
    );
    expect(found(index, 'bond papel')).toEqual([0]);
    expect(found(index, 'papel papel')).toEqual([1, 0]);
    expect(found(index, 'papel carbón')).toEqual([]);
    expect(found(index, '--')).toEqual([]);
  });

  test('a search finds words outside the ASCII range', () => {
    const index = new WordIndex(rows(['1', 'Ωmega ohm'], ['2', 'ñandú']));
    expect(found(index, 'ωmega')).toEqual([0]);
    expect(found(index, 'nandu')).toEqual([1]);
  });

  test('a search over all products reads only matching rows', () => {
    const entries = [...requiredCatalog('c_ClaveProdServ').entries()];
    const index = new WordIndex(entries.map((entry) => ({ ...entry, synonyms: [] })));
    for (const query of ['computadora', 'papel bond', 'contables servicios', '43211507', 'zzz']) {
      const { keys, steps } = index.search(query);
      const matching = entries.filter(({ code, description }) => {
        const words = [code, ...wordsOf(description)];
        return wordsOf(query).every((asked) => words.some((word) => word.startsWith(asked)));
      });
      expect(keys).toHaveLength(matching.length);
      expect(steps).toBeLessThan(entries.length / 4);
    }
    expect(index.search('43211507').steps).toBeLessThan(100);
  });
});
