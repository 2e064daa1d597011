import type { reports } from '@timbre/contract';
import { query } from '@timbre/kit';
import { answerReport } from '../workflows/answer-report';
import { askCfdi } from '../workflows/ask-cfdi';

/** Returns a report of CFDI by day of issue, with amounts in pesos. */
export const getCfdiReport = query((read, request: reports.GetCfdiReportRequest) =>
  answerReport(read, askCfdi(request)),
);
