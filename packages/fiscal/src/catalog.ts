import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { CalendarDate } from './calendar-date';

/** What a catalogue is, without its rows. */
export interface CatalogInfo {
  /** The SAT's name; with the document's before a dot where two documents repeat one. */
  name: string;
  /** Title in Spanish. */
  title: string;
  /** Document that uses it: cfdi40, nomina12, pagos20, retenciones20, cancelacion. */
  group: string;
  entryCount: number;
  source: string;
  /** Day the source held these rows. */
  asOf: CalendarDate;
}

/** One row of the manifest `data/catalogs.json`. */
export interface CatalogFile extends CatalogInfo {
  /** First day of the rows that have none of their own. */
  since: CalendarDate;
  file: string;
  columns: string[];
  /** Columns a search reads besides code and description. */
  searchable: string[];
}

export interface CatalogEntry {
  code: string;
  description: string;
  validFrom: CalendarDate;
  /** Last day in force; absent while it has none. */
  validTo?: CalendarDate;
  /** The other columns of the catalogue as text, without the empty ones. */
  attributes: Readonly<Record<string, string>>;
}

/** A row that was asked for, and the last verdict: documents of one day ask the same again. */
interface AskedRow {
  readonly entry: CatalogEntry;
  onDate: CalendarDate;
  isActive: boolean;
}

export const catalogFolder = join(dirname(require.resolve('@timbre/fiscal/package.json')), 'data');
const lineEnd = 10;
const tab = 9;
/** Columns every catalogue may have; the others are its attributes. */
const ownColumns = new Set(['code', 'description', 'validFrom', 'validTo']);

/** A catalogue of the SAT, its rows in code order. They stay bytes until asked for: fifty thousand
 * products are a few megabytes outside the heap instead of a million small objects. */
export class Catalog {
  private readonly bytes: Buffer;
  /** Where each row begins, and at the end where the last one stops. */
  private readonly starts: Uint32Array;
  private readonly asked = new Map<string, AskedRow>();

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

  private rowOf(code: string): AskedRow | undefined {
    const known = this.asked.get(code);
    if (known !== undefined) return known;
    const position = this.positionFrom(code);
    if (position === this.info.entryCount || this.codeAt(position) !== code) return undefined;
    const row = { entry: this.at(position), onDate: '', isActive: false };
    this.asked.set(code, row);
    return row;
  }

  *entries(): Generator<CatalogEntry> {
    for (let position = 0; position < this.info.entryCount; position += 1) yield this.at(position);
  }

  /** The row at a position of the code order.
   * @throws RangeError when there is none. */
  at(position: number): CatalogEntry {
    if (!Number.isInteger(position) || position < 0 || position >= this.info.entryCount) {
      throw new RangeError(`${this.info.name} has no row ${position}`);
    }
    const start = this.starts[position] ?? 0;
    const end = (this.starts[position + 1] ?? 0) - 1;
    return this.entryOf(this.bytes.toString('utf8', start, end).split('\t'));
  }

  /** Position of the first code not before the given one; the entry count when all are. */
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
    // The manifest and its files are generated together; a difference is a broken build.
    if (end === -1) throw new Error(`a catalogue of ${rows} rows ends at row ${row}`);
    starts[row] = end + 1;
  }
  return starts;
}
