import type { reports } from '@timbre/contract';
import type { CallContext } from '@timbre/kit';
import { packWorkbook } from '@timbre/sheets';
import type { StreamedFile } from './answer';
import type { Services } from '../services';

/** The content types of report files. */
export const reportFileTypes = [
  'text/csv',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'application/pdf',
];

/** The time limit, in milliseconds, for the reports service to produce one part of a file. */
const partMs = 20_000;

/**
 * Returns a report as a file. The gateway requests the next part after the client has received the
 * previous part.
 */
export async function reportFile(
  { reports }: Services,
  asked: Omit<reports.ExportReportRequest, 'after'>,
  context: CallContext,
): Promise<StreamedFile> {
  const ask = (after: string | undefined) =>
    reports.exportReport({ ...asked, after }, { ...context, deadlineMs: Date.now() + partMs });
  const first = await ask(undefined);
  const { contentType, fileName, sheetName } = first;
  const parts = partsFrom(first, ask);
  const isWorkbook = asked.format === 'xlsx';
  const writtenAt = new Date();
  return {
    contentType,
    fileName,
    parts: isWorkbook ? packWorkbook({ sheetName, writtenAt, sheet: parts }) : parts,
  };
}

async function* partsFrom(
  first: reports.ExportReportResponse,
  ask: (after: string) => Promise<reports.ExportReportResponse>,
): AsyncGenerator<Uint8Array> {
  for (let part = first; ; part = await ask(part.next)) {
    yield part.content;
    if (part.next === undefined) return;
  }
}
