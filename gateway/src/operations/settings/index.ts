import { createSeries } from './create-series';
import { getPayrollEmployer } from './get-payroll-employer';
import { listSeries } from './list-series';
import { putPayrollEmployer } from './put-payroll-employer';
import { updateSeries } from './update-series';

export const settings = [
  createSeries,
  getPayrollEmployer,
  listSeries,
  putPayrollEmployer,
  updateSeries,
];
