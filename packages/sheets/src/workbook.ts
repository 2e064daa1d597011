import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';
import {
  sheetEnd,
  sheetPath,
  sheetRow,
  sheetStart,
  workbookParts,
  type SheetColumn,
} from './worksheet';

export type SheetValues = readonly (string | null | undefined)[];

interface Named {
  sheetName: string;
  /**
   * The fixed modification time of all files in the workbook, so that workbooks with equal content
   * are identical byte for byte.
   */
  writtenAt: Date;
}

/** A workbook with one sheet. */
export interface Workbook extends Named {
  columns: readonly SheetColumn[];
  /** The rows, page by page, each with its values in the order of the columns. */
  pages: AsyncIterable<readonly SheetValues[]> | Iterable<readonly SheetValues[]>;
}

/** A workbook whose sheet is written by the caller in the order `sheetStart`, rows, `sheetEnd`. */
export interface PackedWorkbook extends Named {
  sheet: AsyncIterable<string | Uint8Array>;
}

/** Writes a workbook (XLSX). Only one page of rows and the compressed file are in memory. */
export const writeWorkbook = (workbook: Workbook): Promise<Buffer> =>
  buffer(packWorkbook({ ...workbook, sheet: sheetOf(workbook) }));

/**
 * Returns a workbook as a stream; only its unread part is in memory. If writing the sheet fails,
 * the stream fails too.
 */
export function packWorkbook({ sheetName, sheet, writtenAt }: PackedWorkbook): Readable {
  const zip = new ZipFile();
  const options = { mtime: writtenAt };
  for (const [path, xml] of Object.entries(workbookParts(sheetName))) {
    zip.addBuffer(Buffer.from(xml), path, options);
  }
  const output = zip.outputStream as Readable;
  zip.on('error', (error: Error) => output.destroy(error));
  const rows = Readable.from(sheet, { objectMode: false });
  // The ZIP library does not handle errors of its input streams.
  rows.on('error', (error) => output.destroy(error));
  output.on('close', () => rows.destroy());
  zip.addReadStream(rows, sheetPath, options);
  zip.end();
  return output;
}

async function* sheetOf({ columns, pages }: Workbook): AsyncGenerator<string> {
  yield sheetStart(columns);
  for await (const rows of pages) yield rows.map((values) => sheetRow(columns, values)).join('');
  yield sheetEnd;
}
