import type { payroll } from '@timbre/contract';
import { query } from '@timbre/kit';
import { rowDetail } from '../store/payroll-rows';

export const getPayrollRow = query((read, { rowId }: payroll.GetPayrollRowRequest) =>
  read.resource(rowDetail, rowId),
);
