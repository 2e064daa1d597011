import { Employee } from './employees';
import { EmployerRecord } from './employers';
import { PayrollRow } from './payroll-rows';
import { PayrollRun } from './payroll-runs';

/** Everything the ORM of this service maps. */
export const entities = [Employee, EmployerRecord, PayrollRow, PayrollRun];
