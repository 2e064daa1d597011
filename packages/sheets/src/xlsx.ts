import { certain } from '@timbre/fiscal';
import { dateOf, numberFormat, plainNumber, type NumberFormat } from './number-cell';
import { PackageParts, unreadable } from './package-parts';
import { RowGatherer, SheetError, type CellFault, type SheetLimits, type SheetRow } from './sheet';

/** The shared parts that the cells of a workbook refer to. */
interface Workbook {
  strings: string[];
  formats: NumberFormat[];
  epoch: 1900 | 1904;
}

/**
 * Reads the first visible sheet of an XLSX (ECMA-376, SpreadsheetML) and yields the headings first. For a
 * formula, the result is the value that the spreadsheet program has stored. The reader never opens macros,
 * links to other files and nested archives.
 * @throws SheetError
 */
export async function* readXlsx(
  bytes: Uint8Array,
  limits: SheetLimits,
): AsyncGenerator<SheetRow[]> {
  try {
    const parts = await PackageParts.open(bytes);
    const { sheet, ...workbook } = await readWorkbook(parts);
    const rows = new RowGatherer(limits);
    const pieces = parts.pieces(sheet, new SheetHandler(workbook, rows));
    for await (const _ of pieces) yield rows.take();
    yield rows.take();
  } catch (error) {
    if (error instanceof SheetError || isBug(error)) throw error;
    throw unreadable((error as Error).message);
  }
}

/**
 * Whether an error is a bug in Timbre and not a fault of the file. For a faulty file, yauzl throws a plain
 * Error, and the text decoder throws a TypeError with a code.
 */
const isBug = (error: unknown): boolean => error instanceof TypeError && !('code' in error);

async function readWorkbook(parts: PackageParts): Promise<Workbook & { sheet: string }> {
  const roots = [...(await parts.relationsOf('')).values()];
  const path = roots.find(({ type }) => type === 'officeDocument')?.target;
  if (path === undefined) throw unreadable('it is not a workbook');
  const relations = await parts.relationsOf(path);
  let sheetId: string | undefined;
  let epoch: Workbook['epoch'] = 1900;
  await parts.read(path, {
    open(name, attributes) {
      if (name === 'workbookPr' && isTrue(attributes['date1904'])) epoch = 1904;
      if (name === 'sheet' && (attributes['state'] ?? 'visible') === 'visible') {
        sheetId ??= Object.entries(attributes).find(([key]) => key.endsWith(':id'))?.[1];
      }
    },
  });
  const sheet = relations.get(sheetId ?? '');
  // A sheet of a workbook can be a chart instead of a worksheet.
  if (sheet?.type !== 'worksheet') {
    throw new SheetError('sheet_missing', 'The first visible sheet of the workbook has no cells.');
  }
  const targetOf = (wanted: string) =>
    [...relations.values()].find(({ type }) => type === wanted)?.target;
  const formats = await formatsOf(parts, targetOf('styles'));
  const strings = await stringsOf(parts, targetOf('sharedStrings'));
  return { sheet: sheet.target, epoch, formats, strings };
}

const isTrue = (text: string | undefined): boolean => text === '1' || text === 'true';

/** Returns the number formats of `cellXfs`, which the cells refer to. */
async function formatsOf(parts: PackageParts, path: string | undefined): Promise<NumberFormat[]> {
  const codes = new Map<number, string>();
  const formats: NumberFormat[] = [];
  if (path === undefined) return formats;
  let isInCells = false;
  await parts.read(path, {
    open(name, { numFmtId, formatCode }) {
      if (name === 'cellXfs') isInCells = true;
      const id = Number(numFmtId ?? 0);
      if (name === 'numFmt' && formatCode !== undefined) codes.set(id, formatCode);
      if (name === 'xf' && isInCells) formats.push(numberFormat(id, codes.get(id)));
    },
    close(name) {
      if (name === 'cellXfs') isInCells = false;
    },
  });
  return formats;
}

async function stringsOf(parts: PackageParts, path: string | undefined): Promise<string[]> {
  const strings: string[] = [];
  if (path === undefined) return strings;
  const reader = new TextReader();
  await parts.read(path, {
    open(name) {
      if (name === 'si') reader.begin();
      else reader.open(name);
    },
    text: (text) => reader.add(text),
    close(name) {
      reader.close(name);
      if (name === 'si') strings.push(reader.end());
    },
  });
  return strings;
}

/** Joins the pieces (runs) of a formatted text, except phonetic hints. */
class TextReader {
  private parts: string[] = [];
  private isText = false;
  private isPhonetic = false;

  begin(): void {
    this.parts = [];
    this.isText = this.isPhonetic = false;
  }

  open(name: string): void {
    if (name === 't') this.isText = !this.isPhonetic;
    if (name === 'rPh') this.isPhonetic = true;
  }

  add(text: string): void {
    if (this.isText) this.parts.push(text);
  }

  close(name: string): void {
    if (name === 't') this.isText = false;
    if (name === 'rPh') this.isPhonetic = false;
  }

  /** A workbook stores a character that XML does not allow in the form `_x000D_`. */
  end(): string {
    const escape = /_x([0-9A-Fa-f]{4})_/g;
    const text = this.parts.join('');
    if (!text.includes('_x')) return text;
    return text.replace(escape, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  }
}

/** The number of columns of a sheet; the last cell of a sheet is XFD1048576. */
const columnsOfSheet = 16_384;
const rowsOfSheet = 1_048_576;

interface OpenCell {
  column: number;
  type: string;
  style: number;
  hasFormula: boolean;
  value: string[];
}

/**
 * Converts the cells of a worksheet to rows of text.
 *
 * - cell_error: the cell contains an error of the spreadsheet instead of a value
 */
class SheetHandler {
  private line = 0;
  private cells: string[] = [];
  private faults: CellFault[] = [];
  private cell: OpenCell | undefined;
  private isValue = false;
  private readonly inline = new TextReader();

  constructor(
    private readonly workbook: Workbook,
    private readonly rows: RowGatherer,
  ) {}

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    if (name === 'row') {
      this.line = lineOf(attributes['r'], this.line);
      this.cells = [];
      this.faults = [];
      this.cell = undefined;
    } else if (name === 'c') {
      const { r, t = 'n', s = '0' } = attributes;
      const column = r === undefined ? (this.cell?.column ?? -1) + 1 : columnOf(r);
      this.cell = { column, type: t, style: Number(s), hasFormula: false, value: [] };
      this.inline.begin();
    } else if (name === 'v') this.isValue = true;
    else if (name === 'f' && this.cell) this.cell.hasFormula = true;
    else this.inline.open(name);
  }

  text(text: string): void {
    if (this.isValue) this.cell?.value.push(text);
    else this.inline.add(text);
  }

  close(name: string): void {
    if (name === 'v') this.isValue = false;
    else if (name === 'c') this.addCell();
    else if (name === 'row') this.rows.add(this.line, this.cells, this.faults);
    else this.inline.close(name);
  }

  private addCell(): void {
    const cell = certain(this.cell, 'cell');
    const { column, hasFormula, type } = cell;
    const value = type === 'inlineStr' ? this.inline.end() : cell.value.join('');
    const shown = this.shown(cell, value);
    if (value === '' && hasFormula && type !== 'str') {
      const message = 'The formula has no stored value; open the file, calculate and save it.';
      this.faults.push({ column, code: 'formula_without_value', message });
    } else if (shown === undefined) {
      const message = `The cell has no value to read: ${value.slice(0, 40)}`;
      this.faults.push({ column, code: 'cell_error', message });
    }
    if (!shown) return;
    while (this.cells.length < column) this.cells.push('');
    this.cells[column] = shown;
  }

  /** Returns the text of a cell; undefined for an error or a value that does not match its type. */
  private shown({ type, style }: OpenCell, value: string): string | undefined {
    const { strings, formats, epoch } = this.workbook;
    if (type === 'inlineStr' || type === 'str' || type === 'd') return value;
    if (type === 's') return strings[Number(value)];
    if (type === 'b') return isTrue(value) ? 'true' : 'false';
    if (type !== 'n') return undefined;
    if (value === '') return '';
    const format = formats[style];
    if (format?.kind === 'date') return dateOf(value, epoch);
    const plain = plainNumber(value);
    return format?.kind === 'zeros' ? plain?.padStart(format.width, '0') : plain;
  }
}

/** Returns the number of a row, which must exceed the number of the previous row (ECMA-376 18.3.1.73). */
function lineOf(given: string | undefined, before: number): number {
  const line = given === undefined ? before + 1 : /^\d{1,7}$/.test(given) ? Number(given) : 0;
  if (line <= before || line > rowsOfSheet)
    throw unreadable(`${given ?? line} is not a row of a sheet`);
  return line;
}

/** Returns the column index of a reference such as `AB12`, counted from 0. */
function columnOf(reference: string): number {
  let column = 0;
  for (let at = 0; at < reference.length; at += 1) {
    const code = reference.charCodeAt(at) & 0xdf;
    if (code < 65 || code > 90) break;
    column = column * 26 + code - 64;
    if (column > columnsOfSheet) break;
  }
  if (column < 1 || column > columnsOfSheet) throw unreadable(`${reference} is not a cell`);
  return column - 1;
}
