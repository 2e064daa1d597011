import type { reports } from '@timbre/contract';
import { query } from '@timbre/kit';
import { answerReport } from '../workflows/answer-report';
import { askCfdi } from '../workflows/ask-cfdi';

/** Reports CFDI by their day of issue, in pesos. */
export const getCfdiReport = query((read, request: reports.GetCfdiReportRequest) =>
  answerReport(read, askCfdi(request)),
);
