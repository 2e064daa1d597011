import { Employee } from './employees';
import { EmployerRecord } from './employers';
import { PayrollRow } from './payroll-rows';
import { PayrollRun } from './payroll-runs';

/** All entities of this service. */
export const entities = [Employee, EmployerRecord, PayrollRow, PayrollRun];
