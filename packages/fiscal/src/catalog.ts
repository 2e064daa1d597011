import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { CalendarDate } from './calendar-date';

/** The description of a catalogue, without its rows. */
export interface CatalogInfo {
  /** The SAT's name; the document's name and a dot precede it if two documents use the same name. */
  name: string;
  /** Title in Spanish. */
  title: string;
  /** The document that uses the catalogue: cfdi40, nomina12, pagos20, retenciones20, cancelacion. */
  group: string;
  entryCount: number;
  source: string;
  /** The day of the source. */
  asOf: CalendarDate;
}

/** One row of the manifest `data/catalogs.json`. */
export interface CatalogFile extends CatalogInfo {
  /** First day of rows without their own. */
  since: CalendarDate;
  file: string;
  columns: string[];
  /** Columns that a search reads besides code and description. */
  searchable: string[];
}

export interface CatalogEntry {
  code: string;
  description: string;
  validFrom: CalendarDate;
  /** Last day in force; absent if the entry has none. */
  validTo?: CalendarDate;
  /** The other columns as text, without empty ones. */
  attributes: Readonly<Record<string, string>>;
}

/** A cached row with its last validity check: documents of one day repeat the same lookups. */
interface CachedRow {
  readonly entry: CatalogEntry;
  onDate: CalendarDate;
  isActive: boolean;
}

export const catalogFolder = join(dirname(require.resolve('@timbre/fiscal/package.json')), 'data');
const lineEnd = 10;
const tab = 9;
/** Columns of every catalogue; all others are attributes. */
const ownColumns = new Set(['code', 'description', 'validFrom', 'validTo']);

/** A catalogue of the SAT, with its rows in code order. Rows stay bytes until they are looked up:
 * fifty thousand products take a few megabytes outside the heap instead of a million objects. */
export class Catalog {
  private readonly bytes: Buffer;
  /** The start of each row, and the end of the last row. */
  private readonly starts: Uint32Array;
  private readonly cache = new Map<string, CachedRow>();

  constructor(readonly info: CatalogFile) {
    const stored = readFileSync(join(catalogFolder, info.file));
    this.bytes = info.file.endsWith('.gz') ? gunzipSync(stored) : stored;
    this.starts = rowStarts(this.bytes, info.entryCount);
  }

  get(code: string): CatalogEntry | undefined {
    return this.rowOf(code)?.entry;
  }

  /** Whether the code exists and is in force on the date. */
  isActive(code: string, onDate: CalendarDate): boolean {
    const row = this.rowOf(code);
    if (row === undefined) return false;
    if (row.onDate !== onDate) {
      row.onDate = onDate;
      row.isActive = isInForce(row.entry, onDate);
    }
    return row.isActive;
  }

  private rowOf(code: string): CachedRow | undefined {
    const known = this.cache.get(code);
    if (known !== undefined) return known;
    const position = this.positionFrom(code);
    if (position === this.info.entryCount || this.codeAt(position) !== code) return undefined;
    const row = { entry: this.at(position), onDate: '', isActive: false };
    this.cache.set(code, row);
    return row;
  }

  *entries(): Generator<CatalogEntry> {
    for (let position = 0; position < this.info.entryCount; position += 1) yield this.at(position);
  }

  /** The row at a position in code order.
   * @throws RangeError when there is none. */
  at(position: number): CatalogEntry {
    if (!Number.isInteger(position) || position < 0 || position >= this.info.entryCount) {
      throw new RangeError(`${this.info.name} has no row ${position}`);
    }
    const start = this.starts[position] ?? 0;
    const end = (this.starts[position + 1] ?? 0) - 1;
    return this.entryOf(this.bytes.toString('utf8', start, end).split('\t'));
  }

  /** Position of the first code at or after the given one; the entry count if there is none. */
  private positionFrom(code: string): number {
    let [low, high] = [0, this.info.entryCount];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.codeAt(middle) < code) low = middle + 1;
      else high = middle;
    }
    return low;
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

export function isInForce(entry: CatalogEntry, onDate: CalendarDate): boolean {
  return entry.validFrom <= onDate && (entry.validTo === undefined || onDate <= entry.validTo);
}

function rowStarts(bytes: Buffer, rows: number): Uint32Array {
  const starts = new Uint32Array(rows + 1);
  for (let row = 1; row <= rows; row += 1) {
    const end = bytes.indexOf(lineEnd, starts[row - 1]);
    // The manifest and its files are generated together; a difference means a broken build.
    if (end === -1) throw new Error(`the catalogue has ${row} rows instead of ${rows}`);
    starts[row] = end + 1;
  }
  return starts;
}
