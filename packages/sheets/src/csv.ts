import { parse } from 'csv-parse/sync';
import { encodingOf } from './encoding';
import { RowGatherer, SheetError, type SheetLimits, type SheetRow } from './sheet';

/** Spreadsheets separate by commas; in some languages by semicolons; as "Unicode text" by tabs. */
const delimiters = [',', ';', '\t'];

/**
 * Reads a CSV file, its headings first.
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
    // With `info` each record stands beside its place, which the library's types do not say.
    return parse(text, {
      delimiter: delimiterOf(text), info: true, trim: true, skip_empty_lines: true,
      relax_column_count: true, skip_records_with_empty_values: true, to: rowsMax + 2,
    }) as unknown as Parsed[]; // prettier-ignore
  } catch (error) {
    const { lines, message } = error as { lines?: number; message: string };
    throw new SheetError('csv_unreadable', message, lines);
  }
}

/** The delimiter that the first line has most often. */
function delimiterOf(text: string): string {
  const firstLine = text.slice(0, text.search(/[\r\n]|$/));
  const count = (delimiter: string) => firstLine.split(delimiter).length;
  return delimiters.reduce((best, one) => (count(one) > count(best) ? one : best));
}

/**
 * UTF-16 by its mark, else UTF-8 if it is valid, else windows-1252: spreadsheets in Mexico save CSV in
 * it by default.
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
