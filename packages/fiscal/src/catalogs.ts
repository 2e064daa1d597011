import type { CalendarDate } from './calendar-date';
import type { Catalog, CatalogEntry, CatalogInfo } from './catalog';
import { currentLaw, perLaw } from './law/law';

/** Returns all catalogues, without loading their rows. */
export function catalogs(): CatalogInfo[] {
  return currentLaw()
    .catalogForms()
    .map(({ name, title, group, entryCount, source, asOf }) => ({
      name,
      title,
      group,
      entryCount,
      source,
      asOf,
    }));
}

/** Returns a catalogue by its name (`c_UsoCFDI`). Each catalogue is read from disk only once. */
export function catalog(name: string): Catalog | undefined {
  return currentLaw().catalog(name);
}

/** Returns the row of a code that was in force on a date. If there is no date, use `latest` instead. */
export type RowReader<T> = (code: string, onDate: CalendarDate | 'latest') => T | undefined;

/**
 * Returns a memoized lookup that converts rows of a catalogue to `T`. The caller passes the date, because
 * a document of 2024 is checked with the rows of 2024, even if later law packs have changed these rows.
 * @throws RangeError at the first lookup if the catalogue does not exist
 */
export function rowReader<T>(name: string, read: (entry: CatalogEntry) => T): RowReader<T> {
  const memo = perLaw(() => ({
    found: requiredCatalog(name),
    rows: new Map<CatalogEntry, T>(),
  }));
  return (code, onDate) => {
    const { found, rows } = memo();
    const entry = found.get(code, onDate);
    if (entry === undefined) return undefined;
    const known = rows.get(entry);
    if (known !== undefined) return known;
    const row = read(entry);
    rows.set(entry, row);
    return row;
  };
}

/** @throws RangeError if the catalogue does not exist */
export function requiredCatalog(name: string): Catalog {
  const found = catalog(name);
  if (found === undefined) throw new RangeError(`no catalogue ${name}`);
  return found;
}
