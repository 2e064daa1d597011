import type { reports } from '@timbre/contract';
import { query } from '@timbre/kit';
import { answerReport } from '../workflows/answer-report';
import { askSales } from '../workflows/ask-sales';

/** Sales receipts by their business day. */
export const getSalesReport = query((read, request: reports.GetSalesReportRequest) =>
  answerReport(read, askSales(request)),
);
