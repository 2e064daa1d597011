import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { Reader } from '@timbre/kit';
import { ZipFile } from 'yazl';
import { sheetLayout, stateNames } from '../domain/export-layouts';
import { sheetEnd, sheetPath, sheetRow, sheetStart, workbookParts } from '../domain/worksheet';
import { exportedPages, type ExportedRow, type ExportedValue } from '../store/exported-rows';
import type { PayrollRun } from '../store/payroll-runs';

const names = Object.keys(sheetLayout) as ExportedValue[];
const columns = Object.values(sheetLayout);

/** Writes a run as a spreadsheet. Memory holds one page of rows and the compressed file. */
export async function payrollWorkbook(read: Reader, run: PayrollRun): Promise<Buffer> {
  const zip = new ZipFile();
  const mtime = new Date(run.updatedAt);
  for (const [path, xml] of Object.entries(workbookParts('Nómina'))) {
    zip.addBuffer(Buffer.from(xml), path, { mtime });
  }
  const failed = new Promise<never>((_, reject) => zip.on('error', reject));
  zip.addReadStream(Readable.from(sheetOf(read, run), { objectMode: false }), sheetPath, { mtime });
  zip.end();
  return Promise.race([buffer(zip.outputStream), failed]);
}

async function* sheetOf(read: Reader, run: PayrollRun): AsyncGenerator<string> {
  yield sheetStart(columns);
  for await (const rows of exportedPages(
    read,
    { runId: run.id, names, isPaid: false },
    undefined,
  )) {
    yield rows.map((row) => sheetRow(columns, names.map(shownIn(row)))).join('');
  }
  yield sheetEnd;
}

const shownIn = (row: ExportedRow) => (name: ExportedValue) =>
  name === 'state' ? stateNames[row.state ?? ''] : row[name];
