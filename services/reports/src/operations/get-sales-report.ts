import type { reports } from '@timbre/contract';
import { query } from '@timbre/kit';
import { answerReport } from '../workflows/answer-report';
import { askSales } from '../workflows/ask-sales';

/** Returns a report of sales receipts by business date. */
export const getSalesReport = query((read, request: reports.GetSalesReportRequest) =>
  answerReport(read, askSales(request)),
);
