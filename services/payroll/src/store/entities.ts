import { Employee } from './employees';
import { EmployerRecord } from './employers';

/** Everything the ORM of this service maps. */
export const entities = [Employee, EmployerRecord];
