import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { CalendarDate } from './calendar-date';

/** The description of a catalogue, without its rows. */
export interface CatalogInfo {
  /**
   * The SAT's name of the catalogue. If two SAT documents use the same name, the name of the
   * document and a dot precede it.
   */
  name: string;
  /** Title in Spanish. */
  title: string;
  /** The SAT document that uses the catalogue: cfdi40, nomina12, pagos20, retenciones20,
   * cartaporte31, comercioexterior20, hidrocarburos10 or cancelacion. */
  group: string;
  entryCount: number;
  source: string;
  /** The date of the source from which the catalogue was read. */
  asOf: CalendarDate;
}

/** The columns and dates of a catalogue. */
export interface CatalogForm extends CatalogInfo {
  /** The first day in force for rows without their own first day. */
  since: CalendarDate;
  columns: string[];
  /** The columns that a search covers besides code and description. */
  searchable: string[];
}

/** One entry of the manifest `data/catalogs.json`. */
export interface CatalogFile extends CatalogForm {
  file: string;
  /** The digest of the catalogue file, in hexadecimal. */
  sha256: string;
}

export interface CatalogEntry {
  code: string;
  description: string;
  validFrom: CalendarDate;
  /** The last day on which the row is in force; absent if the row has no last day. */
  validTo?: CalendarDate;
  /**
   * The columns of the row besides code, description and dates, as text. Empty columns are omitted.
   */
  attributes: Readonly<Record<string, string>>;
}

/**
 * The cached rows of a code, and whether the code was in force on the date of the last lookup. The
 * cache is useful, because documents of the same day repeat the same lookups.
 */
interface CachedRows {
  /**
   * The rows of the code in the order of their first days. If the SAT has changed a code, the code
   * has one row for each period.
   */
  readonly versions: readonly [CatalogEntry, ...CatalogEntry[]];
  onDate: CalendarDate;
  isActive: boolean;
}

export const catalogFolder = join(dirname(require.resolve('@timbre/fiscal/package.json')), 'data');
const lineEnd = 10;
const tab = 9;
/** The columns that every catalogue has. All other columns are attributes of an entry. */
const ownColumns = new Set(['code', 'description', 'validFrom', 'validTo']);

/** Returns the bytes of a catalogue file in the manifest. */
export function catalogBytes({ file }: CatalogFile): Buffer {
  const stored = readFileSync(join(catalogFolder, file));
  return file.endsWith('.gz') ? gunzipSync(stored) : stored;
}

/**
 * A catalogue of the SAT. The rows are sorted by code, and rows of the same code are sorted by
 * their first day. Rows remain bytes until they are looked up. The fifty thousand product keys
 * therefore need a few megabytes outside the heap instead of a million objects.
 */
export class Catalog {
  /** The start position of each row, and the end position of the last row. */
  private readonly starts: Uint32Array;
  private readonly cache = new Map<string, CachedRows>();

  constructor(
    readonly info: CatalogForm,
    private readonly bytes: Buffer,
  ) {
    this.starts = rowStarts(bytes, info.entryCount);
  }

  /**
   * Returns the row of a code on a date. If no row is in force on the date, the result is the
   * nearest earlier row, or the first row if there is no earlier row. If there is no date, use
   * `latest` instead, for example for the name of a code in a list.
   */
  get(code: string, onDate: CalendarDate | 'latest'): CatalogEntry | undefined {
    const versions = this.rowsOf(code)?.versions;
    if (versions === undefined || versions.length === 1) return versions?.[0];
    if (onDate === 'latest') return versions.at(-1);
    return versions.findLast(({ validFrom }) => validFrom <= onDate) ?? versions[0];
  }

  /** Whether the code exists and is in force on the date. */
  isActive(code: string, onDate: CalendarDate): boolean {
    const rows = this.rowsOf(code);
    if (rows === undefined) return false;
    if (rows.onDate !== onDate) {
      rows.onDate = onDate;
      rows.isActive = rows.versions.some((entry) => isInForce(entry, onDate));
    }
    return rows.isActive;
  }

  private rowsOf(code: string): CachedRows | undefined {
    const known = this.cache.get(code);
    if (known !== undefined) return known;
    const from = this.positionFrom(code);
    const to = this.endOf(code, from);
    if (from === to) return undefined;
    const others = Array.from({ length: to - from - 1 }, (_, at) => this.at(from + 1 + at));
    const rows: CachedRows = { versions: [this.at(from), ...others], onDate: '', isActive: false };
    this.cache.set(code, rows);
    return rows;
  }

  /** Yields every row, including rows that a later row of the same code has replaced. */
  *entries(): Generator<CatalogEntry> {
    for (let position = 0; position < this.info.entryCount; position += 1) yield this.at(position);
  }

  /**
   * Returns the row at a position in code order.
   * @throws RangeError if the position does not exist
   */
  at(position: number): CatalogEntry {
    return this.entryOf(this.lineAt(position).split('\t'));
  }

  /** Whether the next row has the same code and therefore replaces this row. */
  isReplaced(position: number): boolean {
    const next = position + 1;
    return next < this.info.entryCount && this.codeAt(next) === this.codeAt(position);
  }

  /**
   * Returns the text of a row, with tabs between its columns.
   * @throws RangeError if the row does not exist
   */
  lineAt(position: number): string {
    const [start, end] = this.rangeOf(position, position + 1);
    return this.bytes.toString('utf8', start, end - 1);
  }

  /**
   * Copies the rows between two positions, including their line ends.
   * @returns the number of copied bytes
   */
  copyRows(from: number, to: number, target: Buffer, at: number): number {
    const [start, end] = this.rangeOf(from, to);
    return this.bytes.copy(target, at, start, end);
  }

  get byteLength(): number {
    return this.bytes.length;
  }

  private rangeOf(from: number, to: number): [start: number, end: number] {
    const isWithin = Number.isInteger(from) && from >= 0 && to <= this.info.entryCount;
    if (!isWithin) throw new RangeError(`${this.info.name} has no row ${from}`);
    return [this.starts[from] ?? 0, this.starts[to] ?? 0];
  }

  /**
   * Returns the position of the first row whose code is equal to or after the given code; the entry
   * count if there is no such row. The search begins at the position `low`.
   */
  positionFrom(ofCode: string, low = 0): number {
    const code = asStored(ofCode);
    // The search begins with small steps, because callers often look up codes in order, and then
    // each code is near the previous code.
    let [from, step] = [low, 1];
    while (from + step < this.info.entryCount && this.compareCode(from + step, code) < 0) {
      from += step;
      step *= 2;
    }
    let to = Math.min(from + step, this.info.entryCount);
    while (from < to) {
      const middle = (from + to) >>> 1;
      if (this.compareCode(middle, code) < 0) from = middle + 1;
      else to = middle;
    }
    return from;
  }

  /**
   * Returns the position after the last row of a code. `from` is the position of the first row of
   * the code.
   */
  endOf(ofCode: string, from: number): number {
    const code = asStored(ofCode);
    let position = from;
    while (position < this.info.entryCount && this.compareCode(position, code) === 0) position += 1;
    return position;
  }

  /**
   * Compares the code at a position with the given code: below zero if it comes before the given
   * code, zero if both are equal. The given code must have one character for each stored byte.
   */
  private compareCode(position: number, code: string): number {
    const start = this.starts[position] ?? 0;
    for (let at = 0; at < code.length; at += 1) {
      const byte = this.bytes[start + at] ?? tab;
      // A tab ends the code of the row. This code is shorter than the given code and comes first.
      if (byte === tab) return -1;
      const difference = byte - code.charCodeAt(at);
      if (difference !== 0) return difference;
    }
    return this.bytes[start + code.length] === tab ? 0 : 1;
  }

  private codeAt(position: number): string {
    const start = this.starts[position] ?? 0;
    return this.bytes.toString('latin1', start, this.bytes.indexOf(tab, start));
  }

  private entryOf(fields: string[]): CatalogEntry {
    const attributes: Record<string, string> = {};
    const entry = { code: '', description: '', validFrom: this.info.since, attributes };
    this.info.columns.forEach((column, index) => {
      const value = fields[index];
      if (value === undefined || value === '') return;
      const row: Record<string, unknown> = ownColumns.has(column) ? entry : attributes;
      row[column] = value;
    });
    return entry;
  }
}

/**
 * Returns a code with one character for each byte of its text, because some station codes contain
 * an accent.
 */
function asStored(code: string): string {
  return /[^\0-\x7f]/.test(code) ? Buffer.from(code).toString('latin1') : code;
}

export function isInForce(entry: CatalogEntry, onDate: CalendarDate): boolean {
  return entry.validFrom <= onDate && (entry.validTo === undefined || onDate <= entry.validTo);
}

function rowStarts(bytes: Buffer, rows: number): Uint32Array {
  const starts = new Uint32Array(rows + 1);
  for (let row = 1; row <= rows; row += 1) {
    const end = bytes.indexOf(lineEnd, starts[row - 1]);
    // The manifest and the catalogue files are generated together. A difference between them means
    // a broken build.
    if (end === -1) throw new Error(`the catalogue has ${row} rows instead of ${rows}`);
    starts[row] = end + 1;
  }
  return starts;
}
