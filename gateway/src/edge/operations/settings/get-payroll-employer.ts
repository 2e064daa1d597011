import { payrollEmployer } from '@timbre/api';
import { operation } from '../operation';

export const getPayrollEmployer = operation({
  id: 'getPayrollEmployer',
  area: 'settings',
  method: 'GET',
  path: '/v1/settings/payroll-employer',
  summary: 'Get the employer of payrolls',
  description: 'Registrations, minimum wage zone, benefits and choices that payrolls use.',
  permissions: ['settings:read'],
  environments: 'both',
  isIdempotent: false,
  success: 200,
  response: payrollEmployer,
  call: async ({ services }, _, context) =>
    (await services.payroll.getPayrollEmployer({}, context)).body,
});
