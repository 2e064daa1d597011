import { hiddenCharacter } from '@timbre/fiscal';

/** A row of a spreadsheet whose cells are trimmed texts. Empty rows of a sheet are omitted. */
export interface SheetRow {
  /**
   * The line number of the row in the file, counted from 1. In a CSV file, it is the line in which the
   * row ends.
   */
  line: number;
  cells: string[];
  faults: CellFault[];
}

/** A cell whose value cannot be used. */
export interface CellFault {
  /** The column index, counted from 0. */
  column: number;
  code: 'cell_error' | 'cell_too_long' | 'character_not_allowed' | 'formula_without_value';
  message: string;
}

/** The limits for a file. A file that exceeds a limit is rejected as a whole. */
export interface SheetLimits {
  /** The maximum number of rows below the headings. */
  rowsMax: number;
  columnsMax: number;
}

/** The maximum number of characters in a cell of Excel. */
const cellLengthMax = 32_767;

/**
 * The limit for the characters of all cells, because a workbook can repeat one long text in each cell,
 * even if its file is small.
 */
const charactersMax = 20_000_000;

/**
 * The error for a file that cannot be read:
 *
 * - csv_unreadable: a quotation mark is not closed, or the file is not text
 * - xlsx_unreadable: the workbook is damaged, or it contains parts that a workbook does not need
 * - file_type_unsupported: an .xls file or a workbook with a password cannot be read; save it as .xlsx
 *   without a password
 * - archive_too_large: the workbook becomes too large when it is unpacked
 * - dtd_not_allowed: the workbook contains a DTD (document type definition), which is not allowed
 * - sheet_missing: the workbook has no visible sheet
 * - too_many_rows, too_many_columns, too_much_text
 */
export class SheetError extends Error {
  override readonly name = 'SheetError';
  constructor(
    readonly code: string,
    message: string,
    readonly line = 1,
  ) {
    super(message);
  }
}

/**
 * Collects the rows of a file and enforces the limits.
 *
 * - cell_too_long: the text of a cell is too long; the message has the limit
 * - too_many_rows: the file has too many rows; divide it into several files
 * - too_many_columns: the file has too many columns; the message has the limit
 * - too_much_text: the texts of the file are too long in total; divide it into several files
 */
export class RowGatherer {
  private gathered: SheetRow[] = [];
  private count = 0;
  private characters = 0;

  constructor(private readonly limits: SheetLimits) {}

  add(line: number, given: string[], faults: CellFault[]): void {
    const cells = given.map((cell) => cell.trim());
    if (cells.every((cell) => cell === '') && faults.length === 0) return;
    cells.forEach((cell, column) => {
      this.characters += cell.length;
      const hidden = hiddenCharacter(cell);
      if (hidden) faults.push({ column, code: 'character_not_allowed', message: hidden });
      if (cell.length <= cellLengthMax) return;
      cells[column] = '';
      const message = `A cell has at most ${cellLengthMax} characters.`;
      faults.push({ column, code: 'cell_too_long', message });
    });
    const { rowsMax, columnsMax } = this.limits;
    // The first row contains the headings.
    if ((this.count += 1) > rowsMax + 1) {
      throw new SheetError('too_many_rows', `A file has at most ${rowsMax} rows; divide it.`, line);
    }
    if (cells.length > columnsMax) {
      throw new SheetError('too_many_columns', `A file has at most ${columnsMax} columns.`, line);
    }
    if (this.characters > charactersMax) {
      throw new SheetError('too_much_text', 'The texts of the file are too long; divide it.', line);
    }
    this.gathered.push({ line, cells, faults });
  }

  /** The number of rows since the last call of `take`. */
  get waiting(): number {
    return this.gathered.length;
  }

  /** Returns the rows since the last call. */
  take(): SheetRow[] {
    const rows = this.gathered;
    this.gathered = [];
    return rows;
  }
}
