import type { reports } from '@timbre/contract';
import { query } from '@timbre/kit';
import { answerReport } from '../workflows/answer-report';
import { askExpenses } from '../workflows/ask-expenses';

/** Returns a report of expenses by business date. */
export const getExpensesReport = query((read, request: reports.GetExpensesReportRequest) =>
  answerReport(read, askExpenses(request)),
);
