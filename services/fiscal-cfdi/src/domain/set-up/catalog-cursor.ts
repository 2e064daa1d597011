/** The parameters of a catalogue search to which a cursor belongs. */
export interface CatalogSearchKey {
  catalog: string;
  query?: string | undefined;
  activeOn?: string | undefined;
}

/**
 * Encodes the catalogue, the query, the day and the position of the last entry shown. Clients must treat
 * the cursor as an opaque text.
 */
export function writeCatalogCursor(key: CatalogSearchKey, after: number): string {
  return Buffer.from(JSON.stringify([...partsOf(key), after])).toString('base64url');
}

/**
 * Returns the position after which the search continues; undefined if the cursor belongs to another search.
 */
export function readCatalogCursor(key: CatalogSearchKey, cursor: string): number | undefined {
  const text = Buffer.from(cursor, 'base64url').toString();
  const after = Number(/,(\d{1,10})\]$/.exec(text)?.[1] ?? NaN);
  // The position is encoded again, and the result is compared with the cursor. The comparison validates
  // every part of the cursor and refuses any additional text.
  return writeCatalogCursor(key, after) === cursor && after < 2 ** 32 ? after : undefined;
}

const partsOf = ({ catalog, query, activeOn }: CatalogSearchKey) => [
  'sat',
  catalog,
  query ?? null,
  activeOn ?? null,
];
