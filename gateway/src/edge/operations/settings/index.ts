import { createExpenseCategory } from './create-expense-category';
import { createSeries } from './create-series';
import { deleteExpenseCategory } from './delete-expense-category';
import { getPayrollEmployer } from './get-payroll-employer';
import { getSalesReceiptFields } from './get-sales-receipt-fields';
import { getTransportSettings } from './get-transport-settings';
import { listExpenseCategories } from './list-expense-categories';
import { listSeries } from './list-series';
import { putPayrollEmployer } from './put-payroll-employer';
import { putSalesReceiptFields } from './put-sales-receipt-fields';
import { putTransportSettings } from './put-transport-settings';
import { updateExpenseCategory } from './update-expense-category';
import { updateSeries } from './update-series';

export const settings = [
  createExpenseCategory,
  createSeries,
  deleteExpenseCategory,
  getPayrollEmployer,
  getSalesReceiptFields,
  getTransportSettings,
  listExpenseCategories,
  listSeries,
  putPayrollEmployer,
  putSalesReceiptFields,
  putTransportSettings,
  updateExpenseCategory,
  updateSeries,
];
