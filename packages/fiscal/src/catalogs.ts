import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  Catalog,
  catalogFolder,
  type CatalogEntry,
  type CatalogFile,
  type CatalogInfo,
} from './catalog';

let manifest: Map<string, CatalogFile> | undefined;
const loaded = new Map<string, Catalog>();

/** All catalogues; does not load them. */
export function catalogs(): CatalogInfo[] {
  return [...files().values()].map(({ name, title, group, entryCount, source, asOf }) => ({
    ...{ name, title, group },
    ...{ entryCount, source, asOf },
  }));
}

/** A catalogue by its name (`c_UsoCFDI`), read from disk once. */
export function catalog(name: string): Catalog | undefined {
  const known = loaded.get(name);
  if (known !== undefined) return known;
  const file = files().get(name);
  if (file === undefined) return undefined;
  const found = new Catalog(file);
  loaded.set(name, found);
  return found;
}

/**
 * Gives a memoized lookup that turns rows of a catalogue into `T`.
 * @throws RangeError at the first lookup when this package has no such catalogue.
 */
export function rowReader<T>(
  name: string,
  read: (entry: CatalogEntry) => T,
): (code: string) => T | undefined {
  const rows = new Map<string, T>();
  return (code) => {
    const known = rows.get(code);
    if (known !== undefined) return known;
    const entry = requiredCatalog(name).get(code);
    if (entry === undefined) return undefined;
    const row = read(entry);
    rows.set(code, row);
    return row;
  };
}

/** @throws RangeError when this package has no such catalogue. */
export function requiredCatalog(name: string): Catalog {
  const found = catalog(name);
  if (found === undefined) throw new RangeError(`no catalogue ${name}`);
  return found;
}

function files(): Map<string, CatalogFile> {
  if (manifest === undefined) {
    const text = readFileSync(join(catalogFolder, 'catalogs.json'), 'utf8');
    manifest = new Map((JSON.parse(text) as CatalogFile[]).map((file) => [file.name, file]));
  }
  return manifest;
}
