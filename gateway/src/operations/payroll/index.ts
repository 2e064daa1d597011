import { listPayrollRules } from './list-payroll-rules';
import { simulatePayroll } from './simulate-payroll';

export const payroll = [listPayrollRules, simulatePayroll];
