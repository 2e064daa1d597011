/** The catalogue search to which a cursor belongs. */
export interface CatalogSearchKey {
  catalog: string;
  query?: string | undefined;
  activeOn?: string | undefined;
}

/** Encodes catalogue, query, day and the last position shown. Clients must treat the cursor as opaque. */
export function writeCatalogCursor(key: CatalogSearchKey, after: number): string {
  return Buffer.from(JSON.stringify([...partsOf(key), after])).toString('base64url');
}

/** Returns the position after which a cursor continues; undefined for a cursor of another search. */
export function readCatalogCursor(key: CatalogSearchKey, cursor: string): number | undefined {
  const text = Buffer.from(cursor, 'base64url').toString();
  const after = Number(/,(\d{1,10})\]$/.exec(text)?.[1] ?? NaN);
  // The position is encoded again and compared with the cursor. The comparison checks every part of the
  // cursor, and that the cursor contains nothing else.
  return writeCatalogCursor(key, after) === cursor && after < 2 ** 32 ? after : undefined;
}

const partsOf = ({ catalog, query, activeOn }: CatalogSearchKey) => [
  'sat',
  catalog,
  query ?? null,
  activeOn ?? null,
];
