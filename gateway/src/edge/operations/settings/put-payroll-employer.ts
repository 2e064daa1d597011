import { payrollEmployer, payrollEmployerInput } from '@timbre/api';
import { operation } from '../operation';

export const putPayrollEmployer = operation({
  id: 'putPayrollEmployer',
  area: 'settings',
  method: 'PUT',
  path: '/v1/settings/payroll-employer',
  summary: 'Set the employer of payrolls',
  description:
    'Replaces the values that runs, simulations and payroll drafts use when they give none of their own. ' +
    'A run reads the settings when it is calculated.',
  permissions: ['settings:manage'],
  environments: 'both',
  isIdempotent: true,
  success: 200,
  body: payrollEmployerInput,
  response: payrollEmployer,
  call: async ({ services }, { body }, context) =>
    (await services.payroll.putPayrollEmployer(body, context)).body,
});
