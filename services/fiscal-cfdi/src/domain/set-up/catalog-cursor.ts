/** What a page of a catalogue search belongs to. */
export interface CatalogSearchKey {
  catalog: string;
  query?: string | undefined;
  activeOn?: string | undefined;
}

/** Opaque to clients: catalogue, query, day and the last position shown. */
export function writeCatalogCursor(key: CatalogSearchKey, after: number): string {
  return Buffer.from(JSON.stringify([...partsOf(key), after])).toString('base64url');
}

/** The position a cursor continues after; undefined when it is not one of this very search. */
export function readCatalogCursor(key: CatalogSearchKey, cursor: string): number | undefined {
  const text = Buffer.from(cursor, 'base64url').toString();
  const after = Number(/,(\d{1,10})\]$/.exec(text)?.[1] ?? NaN);
  // Writing it again proves every part at once, and that nothing else is in it.
  return writeCatalogCursor(key, after) === cursor && after < 2 ** 32 ? after : undefined;
}

const partsOf = ({ catalog, query, activeOn }: CatalogSearchKey) => [
  'sat',
  catalog,
  query ?? null,
  activeOn ?? null,
];
