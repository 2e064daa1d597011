import { employeeParams } from '@timbre/api';
import { z } from 'zod';
import { operation } from '../operation';

export const deleteEmployee = operation({
  id: 'deleteEmployee',
  area: 'employees',
  method: 'DELETE',
  path: '/v1/employees/{employeeId}',
  summary: { en: 'Delete an employee', es: 'Borrar un empleado' },
  description: {
    en: 'Existing receipts keep the name of the employee.',
    es: 'Los recibos existentes conservan el nombre del empleado.',
  },
  permissions: ['employees:manage'],
  environments: 'both',
  isIdempotent: true,
  success: 200,
  params: employeeParams,
  response: z.strictObject({ employeeId: z.string().min(1), deleted: z.literal(true) }),
  call: async ({ services }, { params }, context) =>
    (await services.payroll.deleteEmployee(params, context)).body,
});
