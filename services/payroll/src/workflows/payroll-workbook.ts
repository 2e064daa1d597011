import type { Reader } from '@timbre/kit';
import { writeWorkbook, type SheetValues } from '@timbre/sheets';
import { sheetLayout, stateNames } from '../domain/export-layouts';
import { exportedPages, type ExportedRow, type ExportedValue } from '../store/exported-rows';
import type { PayrollRun } from '../store/payroll-runs';

const names = Object.keys(sheetLayout) as ExportedValue[];

/** Writes a run as a workbook. Only one page of rows and the compressed file are in memory. */
export const payrollWorkbook = (read: Reader, run: PayrollRun): Promise<Buffer> =>
  writeWorkbook({
    sheetName: 'Nómina',
    columns: Object.values(sheetLayout),
    pages: pagesOf(read, run),
    writtenAt: new Date(run.updatedAt),
  });

async function* pagesOf(read: Reader, run: PayrollRun): AsyncGenerator<SheetValues[]> {
  const wanted = { runId: run.id, names, isPaid: false };
  for await (const rows of exportedPages(read, wanted, undefined)) {
    yield rows.map((row) => names.map(shownIn(row)));
  }
}

const shownIn = (row: ExportedRow) => (name: ExportedValue) =>
  name === 'state' ? stateNames[row.state ?? ''] : row[name];
