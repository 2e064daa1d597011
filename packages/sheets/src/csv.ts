import { parse } from 'csv-parse/sync';
import { encodingOf } from './encoding';
import { RowGatherer, SheetError, type SheetLimits, type SheetRow } from './sheet';

/**
 * The delimiters that spreadsheets use: commas, semicolons in some languages, and tabs for "Unicode text".
 */
const delimiters = [',', ';', '\t'];

/**
 * Reads a CSV file, headings first.
 * @throws SheetError
 */
export function readCsv(bytes: Uint8Array, limits: SheetLimits): SheetRow[] {
  const text = textOf(bytes);
  if (text.includes('\0')) throw new SheetError('csv_unreadable', 'The file is not text.');
  const rows = new RowGatherer(limits);
  for (const { record, info } of parsed(text, limits.rowsMax)) rows.add(info.lines, record, []);
  return rows.take();
}

interface Parsed {
  record: string[];
  info: { lines: number };
}

function parsed(text: string, rowsMax: number): Parsed[] {
  try {
    // With `info` each record is returned with its position, which the library's types do not declare.
    return parse(text, {
      delimiter: delimiterOf(text), info: true, trim: true, skip_empty_lines: true,
      relax_column_count: true, skip_records_with_empty_values: true, to: rowsMax + 2,
    }) as unknown as Parsed[]; // prettier-ignore
  } catch (error) {
    const { lines, message } = error as { lines?: number; message: string };
    throw new SheetError('csv_unreadable', message, lines);
  }
}

/** The most frequent delimiter in the first line. */
function delimiterOf(text: string): string {
  const firstLine = text.slice(0, text.search(/[\r\n]|$/));
  const count = (delimiter: string) => firstLine.split(delimiter).length;
  return delimiters.reduce((best, one) => (count(one) > count(best) ? one : best));
}

/**
 * Decodes UTF-16 if it has a byte order mark, otherwise UTF-8 if it is valid, otherwise windows-1252, the
 * default of spreadsheets in Mexico for CSV files.
 */
function textOf(bytes: Uint8Array): string {
  const encoding = encodingOf(bytes);
  if (encoding !== 'utf-8') return new TextDecoder(encoding).decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    // Every sequence of bytes is valid windows-1252.
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
