import { Employee } from './employees';
import { EmployerRecord } from './employers';
import { PayrollRow } from './payroll-rows';
import { PayrollRun } from './payroll-runs';
import { CitedRuleList } from './cited-rules';

/** All database entities of the payroll service. */
export const entities = [CitedRuleList, Employee, EmployerRecord, PayrollRow, PayrollRun];
