import { readFileSync } from 'node:fs';
import { join as joinPath } from 'node:path';
import { firstIn, valueAt } from '../presence';
import { addDays, type CalendarDate } from '../calendar-date';
import {
  Catalog,
  catalogBytes,
  catalogFolder,
  type CatalogFile,
  type CatalogForm,
} from '../catalog';
import type { FigureKey } from './figure-kinds';
import { mergeCatalog } from './merge-catalog';
import { compareVersions, nameOf, readPack, type Figure, type LawPack } from './pack';
import { figureFaults, successionFaults, type FigureOn } from './rules';
import type { Report } from './shapes';
import { packDigest } from './signature';

/** A fault in a law pack: the name of the pack, the path in the pack, and the message. */
export interface LawFault {
  readonly pack: string;
  readonly path: string;
  readonly message: string;
}

/**
 * A law pack in use. The object does not contain the pack's rows, because these were merged into
 * the catalogues.
 */
export interface UsedPack extends Omit<LawPack, 'figures' | 'catalogs'> {
  readonly figureCount: number;
  readonly catalogs: readonly {
    readonly name: string;
    readonly asOf: CalendarDate;
    readonly rowCount: number;
    readonly endedCount: number;
  }[];
}

/** The whole law: the figures and catalogues of all packs, each with its dates. */
export class Law {
  /**
   * The digest of the law packs and of their order. Processes with the same digest apply the same
   * law.
   */
  readonly digest: string;
  private readonly loaded: Map<string, Catalog>;

  constructor(
    readonly packs: readonly UsedPack[],
    private readonly figures: ReadonlyMap<FigureKey, readonly Figure[]>,
    /** The proposed figures, which are not law. No calculation uses proposed figures. */
    readonly expected: readonly Figure[],
    private readonly files: ReadonlyMap<string, CatalogFile>,
    private readonly changed: ReadonlyMap<string, Catalog>,
  ) {
    const digests = packs.map(({ digest }) => digest);
    this.digest = digests.length === 1 ? firstIn(digests) : packDigest(digests);
    this.loaded = new Map(changed);
  }

  /**
   * Returns all legal figures for a key, sorted by their first days; empty for a key without
   * figures.
   */
  figuresOf<Key extends FigureKey>(key: Key): readonly Figure<Key>[] {
    // The cast is safe, because the map contains under each key only figures of that key.
    return (this.figures.get(key) ?? []) as unknown as readonly Figure<Key>[];
  }

  /**
   * Returns the figure for a key that is in force on a date. A missing figure is never replaced by
   * the figure of another year.
   */
  figureOn<Key extends FigureKey>(key: Key, on: CalendarDate): Figure<Key> | undefined {
    return this.figuresOf(key).find(
      ({ validFrom, validTo }) => validFrom <= on && (validTo === null || on <= validTo),
    );
  }

  /** Returns all figures, with the keys in the order in which the packs first contain them. */
  allFigures(): readonly Figure[] {
    return [...this.figures.values()].flat();
  }

  catalog(name: string): Catalog | undefined {
    const known = this.loaded.get(name);
    if (known !== undefined) return known;
    const file = this.files.get(name);
    if (file === undefined) return undefined;
    const found = new Catalog(file, catalogBytes(file));
    this.loaded.set(name, found);
    return found;
  }

  /** Returns all catalogues, without loading their rows. */
  catalogForms(): CatalogForm[] {
    return [...this.files.values()].map((file) => this.changed.get(file.name)?.info ?? file);
  }

  /**
   * Returns the law with an additional pack. The function reports each fault of the pack; if there
   * is a fault, it returns the law unchanged.
   */
  with(pack: LawPack, report: Report): Law {
    let faults = 0;
    const count: Report = (path, message) => {
      faults += 1;
      report(path, message);
    };
    this.checkRequired(pack, count);
    const figures = mergeFigures(this.figures, pack, count);
    const catalogs = new Map(this.changed);
    for (const [name, change] of Object.entries(pack.catalogs)) {
      const base = this.catalog(name);
      if (base === undefined) count(`catalogs.${name}`, 'is not a known catalogue');
      else catalogs.set(name, mergeCatalog(base, change, `catalogs.${name}`, count));
    }
    if (faults > 0) return this;
    const expected = [...this.expected, ...pack.figures.filter(isExpected)];
    return new Law([...this.packs, usedPack(pack)], figures, expected, this.files, catalogs);
  }

  private checkRequired({ requires }: LawPack, report: Report): void {
    requires.forEach(({ id, version }, at) => {
      // The name alone is not sufficient, because a law pack in the folder may have the same name
      // as the built-in pack.
      const isPresent = this.packs.some(
        (pack) => pack.id === id && compareVersions(pack.version, version) >= 0,
      );
      if (isPresent) return;
      report(`requires.${at}`, `needs ${id} ${version} before it, which is not loaded`);
    });
  }
}

function usedPack({ figures, catalogs, ...pack }: LawPack): UsedPack {
  const changes = Object.entries(catalogs).map(([name, { asOf, rows = [], ended = [] }]) => ({
    name,
    asOf,
    rowCount: rows.length,
    endedCount: ended.length,
  }));
  return { ...pack, figureCount: figures.length, catalogs: changes };
}

const isExpected = ({ status }: Figure) => status === 'expected';

/**
 * Returns the legal figures after a law pack is merged, keyed by figure key, each list sorted by
 * the first day.
 */
function mergeFigures(
  known: ReadonlyMap<FigureKey, readonly Figure[]>,
  pack: LawPack,
  report: Report,
): ReadonlyMap<FigureKey, readonly Figure[]> {
  const merged = new Map(known);
  const pathOf = new Map(pack.figures.map((figure, at) => [figure, `figures.${at}`]));
  const own = pack.figures.filter((figure) => !isExpected(figure));
  for (const [key, added] of Map.groupBy(own, ({ key }) => key)) {
    merged.set(key, mergeVersions(known.get(key) ?? [], added, pathOf, report));
  }
  const figureOn = ((key: FigureKey, on: CalendarDate) =>
    merged
      .get(key)
      ?.find(
        ({ validFrom, validTo }) => validFrom <= on && (validTo === null || on <= validTo),
      )) as FigureOn;
  for (const figure of own) {
    for (const fault of figureFaults(figure, figureOn)) {
      report(valueAt(pathOf, figure), `${figure.key}: ${fault}`);
    }
  }
  return merged;
}

function mergeVersions(
  known: readonly Figure[],
  added: readonly Figure[],
  pathOf: ReadonlyMap<Figure, string>,
  report: Report,
): readonly Figure[] {
  const starts = new Map(added.map((figure) => [figure.validFrom, figure]));
  const kept = known.filter(({ validFrom }) => !starts.has(validFrom));
  for (const figure of added) {
    const isKnown = known.some(({ validFrom }) => validFrom === figure.validFrom);
    if (starts.get(figure.validFrom) !== figure || (isKnown && figure.corrects === undefined)) {
      report(valueAt(pathOf, figure), `${figure.key}: begins on the day of another figure`);
    }
  }
  const versions = [...kept, ...added].sort((a, b) => (a.validFrom < b.validFrom ? -1 : 1));
  versions.forEach((next, at) => {
    const before = versions[at - 1];
    if (before === undefined) return;
    // An existing figure without a last day remains in force until the pack's next figure begins.
    const isEnded = before.validTo === null && kept.includes(before) && pathOf.has(next);
    const ended = isEnded ? { ...before, validTo: addDays(next.validFrom, -1) } : before;
    versions[at - 1] = ended;
    const path = pathOf.get(next) ?? pathOf.get(before);
    if (path === undefined) return;
    for (const fault of successionFaults(ended, next)) {
      report(path, `${next.key} of ${next.validFrom} ${fault}`);
    }
  });
  return versions;
}

let builtIn: Law | undefined;

/**
 * Returns the law of this release from `data/law.json` and the catalogues of `data/catalogs.json`.
 * @throws Error for a broken build
 */
export function builtInLaw(): Law {
  if (builtIn !== undefined) return builtIn;
  const read = (name: string): unknown =>
    JSON.parse(readFileSync(joinPath(catalogFolder, name), 'utf8'));
  const [json, manifest] = [read('law.json'), read('catalogs.json')];
  const faults: string[] = [];
  const report: Report = (path, message) => void faults.push(`${path} ${message}`);
  const pack = readPack(json, packDigest([json, manifest]), report);
  const files = new Map((manifest as CatalogFile[]).map((file) => [file.name, file]));
  const empty = new Law([], new Map(), [], files, new Map());
  const law = pack === undefined ? empty : empty.with(pack, report);
  if (faults.length > 0) throw new Error(`the built-in law is broken: ${faults.join('; ')}`);
  builtIn = law;
  return law;
}

let current: Law | undefined;

/** Returns the law that this process applies. */
export function currentLaw(): Law {
  current ??= builtInLaw();
  return current;
}

/**
 * Replaces the law of this process. Call the function before the law is first used. Tests restore
 * the law afterwards.
 */
export function useLaw(law: Law): void {
  current = law;
}

/**
 * Returns a function that computes a value from the current law. The value is computed again only
 * after the law was replaced.
 */
export function perLaw<T>(make: (law: Law) => T): () => T {
  let made: { readonly law: Law; readonly value: T } | undefined;
  return () => {
    const law = current ?? currentLaw();
    if (made?.law !== law) made = { law, value: make(law) };
    return made.value;
  };
}

export const figureOn = <Key extends FigureKey>(key: Key, on: CalendarDate) =>
  currentLaw().figureOn(key, on);

export const figuresOf = <Key extends FigureKey>(key: Key) => currentLaw().figuresOf(key);

/** Returns the first faults of packs as sentences, for the person who corrects the packs. */
export function faultSentences(faults: readonly LawFault[], most = 10): string {
  const listed = faults
    .slice(0, most)
    .map(({ pack, path, message }) => `  ${pack}: ${[path, message].filter(Boolean).join(' ')}`);
  const left = faults.length - listed.length;
  return [...listed, ...(left > 0 ? [`  and ${left} more`] : [])].join('\n');
}

export { nameOf };
