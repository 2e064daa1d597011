import type { payroll } from '@timbre/contract';
import { query, type Reader } from '@timbre/kit';
import { csvHead, csvLine } from '@timbre/sheets';
import { lastIn } from '@timbre/fiscal';
import { bankLayout, csvLayout } from '../domain/export-layouts';
import { exportedPages, pageSize, type ExportedValue } from '../store/exported-rows';
import { PayrollRun, runName } from '../store/payroll-runs';
import { payrollWorkbook } from '../workflows/payroll-workbook';

/**
 * The maximum number of rows in one message with a part of a CSV file, so that the size of a
 * message does not grow with the run.
 */
const rowsMax = 10 * pageSize;

/**
 * Returns the next part of a run's export file: all rows as CSV or XLSX, or a payment file for a
 * bank (dispersion).
 */
export const exportPayrollRun = query(
  async (read, { runId, format, afterRowId }: payroll.ExportPayrollRunRequest) => {
    const run = await read.get(PayrollRun, runId, runName);
    if (format === 'xlsx') return workbook(read, run);
    const isBank = format === 'bank';
    const part = await csvPart(read, run, isBank, afterRowId);
    const fileName = `${isBank ? 'dispersion' : 'nomina'}-${run.paidOn}.csv`;
    return answer({ ...part, contentType: 'text/csv; charset=utf-8', fileName });
  },
);

const answer = (response: payroll.ExportPayrollRunResponse) => response;

async function csvPart(
  read: Reader,
  run: PayrollRun,
  isBank: boolean,
  afterRowId: string | undefined,
): Promise<Pick<payroll.ExportPayrollRunResponse, 'content' | 'nextAfterRowId'>> {
  const layout = isBank ? bankLayout : Object.fromEntries(csvLayout.map((name) => [name, name]));
  const names = Object.values(layout) as ExportedValue[];
  const lines = afterRowId === undefined ? [csvHead(Object.keys(layout))] : [];
  let count = 0;
  for await (const rows of exportedPages(
    read,
    { runId: run.id, names, isPaid: isBank },
    afterRowId,
  )) {
    for (const row of rows) lines.push(csvLine(names.map((name) => row[name] ?? '')));
    count += rows.length;
    if (count < rowsMax) continue;
    return { content: Buffer.from(lines.join('')), nextAfterRowId: lastIn(rows).id };
  }
  return { content: Buffer.from(lines.join('')) };
}

async function workbook(read: Reader, run: PayrollRun): Promise<payroll.ExportPayrollRunResponse> {
  return answer({
    content: await payrollWorkbook(read, run),
    contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    fileName: `nomina-${run.paidOn}.xlsx`,
  });
}
