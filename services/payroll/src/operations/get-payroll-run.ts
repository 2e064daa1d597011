import type { payroll } from '@timbre/contract';
import { query } from '@timbre/kit';
import { runDetail } from '../store/payroll-runs';

export const getPayrollRun = query((read, { runId }: payroll.GetPayrollRunRequest) =>
  read.resource(runDetail, runId),
);
