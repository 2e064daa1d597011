import { isUtf8 } from 'node:buffer';
import { pipeline, Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { encodingOf } from './encoding';
import { RowGatherer, SheetError, type SheetLimits, type SheetRow } from './sheet';

/**
 * The delimiters that spreadsheet programs use: commas, semicolons in some languages, and tabs for "Unicode
 * text".
 */
const delimiters = [',', ';', '\t'];
/**
 * The number of bytes that are decoded and parsed at a time. The number of bytes is even, because UTF-16
 * has two bytes per unit.
 */
const pieceBytes = 64 << 10;
const rowsAtOnce = 500;

interface Parsed {
  record: string[];
  info: { lines: number };
}

/**
 * Reads a CSV file and yields the headings first. Only the bytes of the file and a few hundred rows are in
 * memory at a time.
 * @throws SheetError, possibly after the rows before the fault were returned
 */
export async function* readCsv(bytes: Uint8Array, limits: SheetLimits): AsyncGenerator<SheetRow[]> {
  const rows = new RowGatherer(limits);
  try {
    for await (const { record, info } of recordsOf(bytes)) {
      rows.add(info.lines, record, []);
      if (rows.waiting === rowsAtOnce) yield rows.take();
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new SheetError('csv_unreadable', error.message, Number(error['lines'] ?? 1));
  }
  if (rows.waiting > 0) yield rows.take();
}

function recordsOf(bytes: Uint8Array): AsyncIterable<Parsed> {
  const encoding = csvEncodingOf(bytes);
  // The option `info` makes the parser return each record with its position in the file.
  const parser = parse({
    delimiter: delimiterOf(bytes, encoding), info: true, trim: true, skip_empty_lines: true,
    relax_column_count: true, skip_records_with_empty_values: true,
  }); // prettier-ignore
  // If reading the text fails, the parser is destroyed with the same error, so that its reader receives the
  // error.
  pipeline(Readable.from(textOf(bytes, encoding)), parser, () => undefined);
  return parser as AsyncIterable<Parsed>;
}

/**
 * Returns the encoding of the file: UTF-16 if the file has its byte order mark, UTF-8 if the bytes are
 * valid UTF-8, and windows-1252 in all other cases. Spreadsheet programs in Mexico write CSV files in
 * windows-1252 by default.
 */
function csvEncodingOf(bytes: Uint8Array): string {
  const encoding = encodingOf(bytes);
  // This decoder accepts any bytes, because every sequence of bytes is valid windows-1252.
  return encoding === 'utf-8' && !isUtf8(bytes) ? 'windows-1252' : encoding;
}

/** Yields the text of the file piece by piece in UTF-8, without the byte order mark. */
function* textOf(bytes: Uint8Array, encoding: string): Generator<Buffer> {
  const decoder = new TextDecoder(encoding);
  for (let at = 0; at < bytes.length; at += pieceBytes) {
    const text = decoder.decode(bytes.subarray(at, at + pieceBytes), { stream: true });
    if (text.includes('\0')) throw new SheetError('csv_unreadable', 'The file is not text.');
    if (text !== '') yield Buffer.from(text);
  }
  const rest = decoder.decode();
  if (rest !== '') yield Buffer.from(rest);
}

/** Returns the most frequent delimiter in the first line. */
function delimiterOf(bytes: Uint8Array, encoding: string): string {
  const text = new TextDecoder(encoding).decode(bytes.subarray(0, pieceBytes));
  const firstLine = text.slice(0, text.search(/[\r\n]|$/));
  const count = (delimiter: string) => firstLine.split(delimiter).length;
  return delimiters.reduce((best, one) => (count(one) > count(best) ? one : best));
}
