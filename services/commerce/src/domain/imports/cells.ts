import { isExact } from '@timbre/api';
import { Decimal, type Issue, itemAt } from '@timbre/fiscal';
import type { Column } from './columns';

/** A row of a file with its cells as trimmed texts. */
export interface FileRow {
  line: number;
  cells: readonly string[];
  faults: readonly { column: number; code: string; message: string }[];
}

/** The values of a row, keyed by field; null clears a field. Empty cells of the row are omitted. */
export interface GivenRow {
  line: number;
  given: Record<string, unknown>;
  issues: Issue[];
}

/** The cell text that clears a field. */
const clearing = '-';

/**
 * Converts the cells of a row to values of the API. An invalid text stays text, so that the API's
 * own rules report it later.
 *
 * - cell_count_differs: the row does not have the same number of cells as the headings
 * - number_not_exact: the number has too many digits to be stored exactly
 */
export function readCells(columns: readonly (Column | undefined)[], row: FileRow): GivenRow {
  const { line, cells, faults } = row;
  const given: Record<string, unknown> = {};
  const issues: Issue[] = [];
  columns.forEach((column, index) => {
    const text = cells[index];
    if (!column || !text) return;
    const value = text === clearing ? null : valueOf(column, text.normalize());
    given[column.field] = value;
    if (typeof value === 'number' && !isExact(amountText(text) ?? '')) {
      const message = 'This number has too many digits to be stored exactly.';
      issues.push({ path: pathOf(column), code: 'number_not_exact', message });
    }
  });
  for (const { column, code, message } of faults) {
    const at = columns[column];
    if (at) issues.push({ path: pathOf(at), code, message });
  }
  if (cells.slice(columns.length).some((cell) => cell !== '')) {
    const message = 'A cell has no heading above it; a cell with a comma needs quotes.';
    issues.push({ path: [], code: 'cell_count_differs', message });
  }
  return { line, given, issues };
}

const pathOf = ({ field }: Column): string[] => field.split('.');

const flags = new Map<string, boolean>([
  ...['true', '1', 'si', 'sí', 'x', 'yes', 'verdadero'].map((text) => [text, true] as const),
  ...['false', '0', 'no', 'falso'].map((text) => [text, false] as const),
]);

function valueOf({ kind }: Column, text: string): unknown {
  if (kind === 'text') return text;
  if (kind === 'flag') return flags.get(text.toLowerCase()) ?? text;
  if (kind === 'integer') return /^\d{1,6}$/.test(text) ? Number(text) : text;
  const plain = kind === 'rate' ? rateText(text) : amountText(text);
  return plain === undefined ? text : Number(plain);
}

/** Parses a decimal in the forms that people write: `1234.5`, `1,234.50`, `$ 1,234.50`. */
function amountText(text: string): string | undefined {
  const match = /^(-?)\$? ?(\d{1,3}(?:,\d{3})+|\d{1,40})(\.\d{1,40})?$/.exec(text);
  return match ? `${match[1]}${itemAt(match, 2).replaceAll(',', '')}${match[3] ?? ''}` : undefined;
}

/** Parses a tax rate; `16`, `16%`, `16 %` and `0.16` mean the same rate. */
function rateText(text: string): string | undefined {
  const rate = Decimal.parse(text.replace(/ ?%$/, ''));
  if (!rate) return undefined;
  const isPercent = text.endsWith('%') || rate.greaterThan(Decimal.one);
  return (isPercent ? rate.times(Decimal.from('0.01')) : rate).trimmed().toString();
}
