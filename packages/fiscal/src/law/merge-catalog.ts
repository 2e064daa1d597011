import { itemAt } from '../presence';
import { addDays, isCalendarDate, type CalendarDate } from '../calendar-date';
import { Catalog, isInForce, type CatalogEntry } from '../catalog';
import type { CatalogChange } from './pack';
import { join, type Report } from './shapes';

/** A row in a change of a catalogue: its line number and its cells. */
interface NewRow {
  readonly line: number;
  readonly cells: readonly string[];
  readonly code: string;
  readonly validFrom: CalendarDate;
  readonly validTo: CalendarDate | '';
  /**
   * The existing row of the catalogue for the same code. The cells of the existing row are preserved in
   * columns that the change omits.
   */
  readonly known?: CatalogEntry | undefined;
}

const requiredColumns = ['description', 'validFrom'];
/**
 * The maximum number of bytes by which an existing row grows when it is rewritten with its dates and tabs.
 */
const gainMax = 64;
const tab = 9;
const lineEnd = 10;

/**
 * Returns the catalogue after a change. The function reports each fault; if there is a fault, it returns
 * the catalogue unchanged. A change may have as many rows as the catalogue, so no object is created for the
 * row of a new code.
 */
export function mergeCatalog(
  base: Catalog,
  change: CatalogChange,
  path: string,
  report: Report,
): Catalog {
  let faults = 0;
  const lines = new ChangeLines(change, path, (place, message) => {
    faults += 1;
    report(place, message);
  });
  const columns = [...new Set([...base.info.columns, 'validFrom', 'validTo'])];
  lines.check(columns);
  if (faults > 0) return base;
  const order = lines.inOrder();
  const writer = new RowWriter(base, lines, columns);
  let position = 0;
  for (let at = 0; at < order.length;) {
    const code = lines.codeOf(itemAt(order, at));
    let end = at + 1;
    while (end < order.length && lines.codeOf(itemAt(order, end)) === code) end += 1;
    const from = base.positionFrom(code, position);
    position = base.endOf(code, from);
    writer.copyTo(from);
    if (from === position && end === at + 1 && lines.isRow(itemAt(order, at)))
      writer.writeLine(itemAt(order, at));
    else {
      const known = Array.from({ length: position - from }, (_, one) => base.at(from + one));
      changedRows(known, order.slice(at, end), lines).forEach((row) => writer.write(row));
    }
    writer.skipTo(position);
    at = end;
  }
  if (faults > 0) return base;
  const { bytes, rowCount } = writer.finish();
  const info = { ...base.info, columns, entryCount: rowCount };
  const source = `${base.info.source}; ${change.source}`;
  const asOf = change.asOf > base.info.asOf ? change.asOf : base.info.asOf;
  return new Catalog({ ...info, source, asOf }, bytes);
}

/**
 * Returns the existing and the new rows of a code in order of their dates. An existing row ends where a new
 * row begins.
 */
function changedRows(
  known: readonly CatalogEntry[],
  changes: readonly number[],
  lines: ChangeLines,
): (CatalogEntry | NewRow)[] {
  const written: (CatalogEntry | NewRow)[] = [...known];
  const rows = changes.filter((line) => lines.isRow(line)).map((line) => lines.rowAt(line));
  rows.sort((a, b) => (a.validFrom < b.validFrom ? -1 : a.validFrom > b.validFrom ? 1 : a.line - b.line)); // prettier-ignore
  for (const row of rows) {
    const before = written.at(-1);
    if (before?.validFrom === row.validFrom) {
      if (!lines.isCorrection || 'cells' in before) {
        lines.fault(row.line, `begins on the day of another row of ${row.code}`);
      }
      written.pop();
    } else if (before !== undefined && before.validFrom > row.validFrom) {
      lines.fault(row.line, `begins before the known row of ${row.code}`);
    } else if (before !== undefined && !('cells' in before)) {
      written[written.length - 1] = endedBy(before, row, lines);
    } else if (before !== undefined) {
      const ended = (before as NewRow).validTo;
      if (ended === '' || ended >= row.validFrom)
        lines.fault(row.line, 'overlaps the row before it');
    }
    written.push({ ...row, known: known.at(-1) });
  }
  const [ending, again] = changes.filter((line) => !lines.isRow(line));
  if (ending === undefined) return written;
  if (again !== undefined) lines.fault(again, `${lines.codeOf(again)} is ended twice`);
  const last = written.at(-1);
  const lastDay = lines.lastDayAt(ending);
  if (last === undefined || 'cells' in last) {
    lines.fault(ending, 'ends a code that has no known row');
  } else if (!isInForce(last, lastDay)) {
    // Ending a row that has already ended is a fault, because this would extend the row.
    lines.fault(ending, 'ends a row that is not in force on that day');
  } else written[written.length - 1] = { ...last, validTo: lastDay };
  return written;
}

/** Ends an existing row where the next row begins. A row that already has a last day does not change. */
function endedBy(before: CatalogEntry, next: NewRow, lines: ChangeLines): CatalogEntry {
  if (before.validTo === undefined) return { ...before, validTo: addDays(next.validFrom, -1) };
  if (before.validTo >= next.validFrom) {
    lines.fault(next.line, `overlaps the known row of ${next.code}, which ends ${before.validTo}`);
  }
  return before;
}

/** The lines of a change by number: first its rows, then the codes that end. */
class ChangeLines {
  readonly columns: readonly string[];
  readonly rows: readonly string[];
  private readonly ended: readonly string[];
  private readonly columnOf: ReadonlyMap<string, number>;
  /** The dates that were already validated, because the rows of a pack share a few dates. */
  private readonly dates = new Map<string, boolean>();

  constructor(
    private readonly change: CatalogChange,
    private readonly path: string,
    private readonly report: Report,
  ) {
    this.columns = change.columns;
    this.rows = change.rows ?? [];
    this.ended = change.ended ?? [];
    this.columnOf = new Map(this.columns.map((column, at) => [column, at]));
  }

  get isCorrection(): boolean {
    return this.change.corrects !== undefined;
  }

  get count(): number {
    return this.rows.length + this.ended.length;
  }

  isRow(line: number): boolean {
    return line < this.rows.length;
  }

  textOf(line: number): string {
    return this.rows[line] ?? this.ended[line - this.rows.length] ?? '';
  }

  codeOf(line: number): string {
    const text = this.textOf(line);
    return text.slice(0, text.indexOf('\t'));
  }

  rowAt(line: number): NewRow {
    const cells = this.textOf(line).split('\t');
    const cell = (column: string) => cells[this.columnOf.get(column) ?? -1] ?? '';
    const [validFrom, validTo] = [cell('validFrom'), cell('validTo')];
    return { line, cells, code: cells[0] ?? '', validFrom, validTo };
  }

  lastDayAt(line: number): CalendarDate {
    const text = this.textOf(line);
    return text.slice(text.indexOf('\t') + 1);
  }

  /**
   * Returns the line numbers in the order of codes. A tab sorts before every character of a code, so
   * sorting the lines also sorts the codes.
   */
  inOrder(): number[] {
    const order = Array.from({ length: this.count }, (_, line) => line);
    return order.sort((a, b) => {
      const [one, other] = [this.textOf(a), this.textOf(b)];
      return one < other ? -1 : one > other ? 1 : a - b;
    });
  }

  fault(line: number, message: string): void {
    const place = this.isRow(line) ? `rows.${line}` : `ended.${line - this.rows.length}`;
    this.report(join(this.path, place), message);
  }

  check(known: readonly string[]): void {
    const { columns } = this;
    const place = join(this.path, 'columns');
    const wrong = columns.filter(
      (column, at) => !known.includes(column) || columns.indexOf(column) !== at,
    );
    const missing = requiredColumns.filter((column) => !columns.includes(column));
    if (wrong.length > 0) this.report(place, `has no column ${wrong.join(', ')}`);
    if (columns[0] !== 'code') this.report(place, 'does not begin with code');
    if (missing.length > 0) this.report(place, `lacks ${missing.join(', ')}`);
    if (wrong.length + missing.length > 0 || columns[0] !== 'code') return;
    this.rows.forEach((_, line) => this.checkRow(line));
    this.ended.forEach((text, at) => {
      const [code = '', date = '', ...rest] = text.split('\t');
      if (code !== '' && isCalendarDate(date) && rest.length === 0) return;
      this.fault(this.rows.length + at, 'is not a code and a last day');
    });
  }

  private checkRow(line: number): void {
    const cells = this.textOf(line).split('\t');
    if (cells.length !== this.columns.length) {
      this.fault(line, `has ${cells.length} columns instead of ${this.columns.length}`);
      return;
    }
    const cell = (column: string) => cells[this.columnOf.get(column) ?? -1] ?? '';
    const [validFrom, validTo] = [cell('validFrom'), cell('validTo')];
    if (cell('description').trim() === '') this.fault(line, 'has no description');
    if (!this.isDate(validFrom)) this.fault(line, 'has no first day');
    if (validTo === '') return;
    if (!this.isDate(validTo)) this.fault(line, 'has a last day that is not a date');
    else if (validTo < validFrom) this.fault(line, 'ends before it begins');
  }

  private isDate(text: string): boolean {
    const known = this.dates.get(text);
    if (known !== undefined) return known;
    const isDate = isCalendarDate(text);
    if (isDate) this.dates.set(text, true);
    return isDate;
  }
}

/** Writes the rows of the merged catalogue into one buffer. */
class RowWriter {
  private target: Buffer;
  /** The number of bytes that are still free in the target buffer for cells of existing rows. */
  private room = 0;
  /**
   * The position of each catalogue column in the lines of the change; -1 if the change omits the column.
   */
  private readonly places: readonly number[];
  /** Whether the lines of the change have the catalogue's column order and omit only columns at the end. */
  private readonly isInOrder: boolean;
  private length = 0;
  private copied = 0;
  private rowCount = 0;

  constructor(
    private readonly base: Catalog,
    private readonly lines: ChangeLines,
    private readonly columns: readonly string[],
  ) {
    this.places = columns.map((column) => lines.columns.indexOf(column));
    this.isInOrder = lines.columns.every((column, at) => column === columns[at]);
    const rows = lines.rows.reduce((sum, line) => sum + Buffer.byteLength(line), 0);
    const gains = lines.count * (columns.length + gainMax);
    // The unused end of the buffer is never written, so it uses no physical memory.
    this.target = Buffer.allocUnsafeSlow(base.byteLength + rows + gains);
  }

  copyTo(position: number): void {
    if (position > this.copied) {
      this.length += this.base.copyRows(this.copied, position, this.target, this.length);
    }
    this.rowCount += position - this.copied;
    this.copied = position;
  }

  skipTo(position: number): void {
    this.copied = position;
  }

  writeLine(line: number): void {
    if (!this.isInOrder) return this.write(this.lines.rowAt(line));
    this.writeText(this.lines.textOf(line), this.columns.length - this.lines.columns.length);
  }

  write(row: CatalogEntry | NewRow): void {
    const cells = this.columns.map((column, at) => {
      if (!('cells' in row)) return cellOf(row, column);
      const stays = row.known !== undefined && column !== 'validTo';
      return row.cells[itemAt(this.places, at)] ?? (stays ? cellOf(row.known, column) : '');
    });
    const text = cells.join('\t');
    if ('cells' in row && row.known !== undefined) this.makeRoom(Buffer.byteLength(text));
    this.writeText(text, 0);
  }

  /** Enlarges the target buffer if the preserved cells need more space than was reserved. */
  private makeRoom(bytes: number): void {
    if (bytes > this.room) {
      const more = bytes + this.base.byteLength;
      const larger = Buffer.allocUnsafeSlow(this.target.length + more);
      this.target.copy(larger, 0, 0, this.length);
      this.target = larger;
      this.room += more;
    }
    this.room -= bytes;
  }

  private writeText(text: string, emptyCells: number): void {
    this.length += this.target.write(text, this.length);
    this.target.fill(tab, this.length, this.length + emptyCells);
    this.length += emptyCells;
    this.target[this.length] = lineEnd;
    this.length += 1;
    this.rowCount += 1;
  }

  finish(): { bytes: Buffer; rowCount: number } {
    this.copyTo(this.base.info.entryCount);
    return { bytes: this.target.subarray(0, this.length), rowCount: this.rowCount };
  }
}

function cellOf(row: CatalogEntry, column: string): string {
  if (column === 'code') return row.code;
  if (column === 'description') return row.description;
  if (column === 'validFrom') return row.validFrom;
  if (column === 'validTo') return row.validTo ?? '';
  return row.attributes[column] ?? '';
}
