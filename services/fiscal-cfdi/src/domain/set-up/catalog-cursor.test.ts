import { readCatalogCursor, writeCatalogCursor } from './catalog-cursor';

const key = { catalog: 'c_Moneda', query: 'peso, "oro"]', activeOn: '2026-11-21' };

describe('a catalogue cursor', () => {
  it.each([0, 1, 182, 2 ** 32 - 1])(
    'a catalogue cursor returns position %d to the search that made it',
    (after) => {
      expect(readCatalogCursor(key, writeCatalogCursor(key, after))).toBe(after);
      expect(
        readCatalogCursor({ catalog: 'c_Pais' }, writeCatalogCursor({ catalog: 'c_Pais' }, after)),
      ).toBe(after);
    },
  );

  it.each([
    { ...key, catalog: 'c_Pais' },
    { ...key, query: 'peso' },
    { ...key, query: undefined },
    { ...key, activeOn: undefined },
  ])('a catalogue cursor is refused by another search: %j', (other) => {
    expect(readCatalogCursor(other, writeCatalogCursor(key, 20))).toBeUndefined();
  });

  it.each([-1, 1.5, NaN, 2 ** 32, 1e21])(
    'a catalogue cursor is refused with the position %d',
    (after) => {
      expect(readCatalogCursor(key, writeCatalogCursor(key, after))).toBeUndefined();
    },
  );

  it.each(['', 'x', '%', Buffer.from('["sat",1]').toString('base64url')])(
    'a catalogue cursor cannot be the text "%s"',
    (text) => expect(readCatalogCursor(key, text)).toBeUndefined(),
  );
});
