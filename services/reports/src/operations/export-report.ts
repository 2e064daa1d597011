import type { fiscalCfdi, reports } from '@timbre/contract';
import { query, type CallContext } from '@timbre/kit';
import { contentTypes, fileNameOf, type FileFormat } from '../domain/file-layout';
import type { ReportPaper } from '../domain/ports';
import { printedReport } from '../domain/printed-report';
import { readReport } from '../store/read-report';
import { askCfdi } from '../workflows/ask-cfdi';
import { askExpenses } from '../workflows/ask-expenses';
import { askSales } from '../workflows/ask-sales';
import { collectionsFile } from '../workflows/collections-file';
import { reportPart } from '../workflows/report-file';

export interface PaperProviders {
  paper: ReportPaper<CallContext, fiscalCfdi.PrintReportRequest>;
}

/** Returns one part of a report's file. A PDF consists of a single part. */
export const exportReport = query(
  async (
    read,
    request: reports.ExportReportRequest,
    { paper }: PaperProviders,
  ): Promise<reports.ExportReportResponse> => {
    const format = request.format as FileFormat;
    const print = (report: fiscalCfdi.PrintReportRequest) => paper.print(read.context, report);
    const { collections, after } = request;
    if (collections) return collectionsFile(read, collections, { format, after }, print);
    const question = questionOf(request);
    if (format !== 'pdf') return reportPart(read, question, format, request.after);
    const { asked, view, filters, title, groupTitle } = question;
    const found = await readReport(read, view, asked, filters);
    const printed = printedReport({ ...question, ...view, found }, read.now);
    return {
      content: Buffer.from(await print(printed)),
      contentType: contentTypes[format],
      fileName: fileNameOf(title, groupTitle, asked.range, format),
      sheetName: title,
    };
  },
);

function questionOf({ cfdi, sales, expenses }: reports.ExportReportRequest) {
  if (cfdi) return askCfdi(cfdi);
  if (sales) return askSales(sales);
  if (expenses) return askExpenses(expenses);
  throw new Error('a file of no report was asked for');
}
