import { payrollEmployer, payrollEmployerInput } from '@timbre/api';
import { operation } from '../operation';

export const putPayrollEmployer = operation({
  id: 'putPayrollEmployer',
  area: 'settings',
  method: 'PUT',
  path: '/v1/settings/payroll-employer',
  summary: { en: 'Set the employer of payrolls', es: 'Fijar el patrón de las nóminas' },
  description: {
    en:
      'Replaces the values that runs, simulations and payroll drafts use when they give none of their own. ' +
      'A run reads the settings when it is calculated.',
    es: 'Sustituye los valores que usan las corridas, las simulaciones y los borradores de nómina cuando no dan los suyos. Una corrida lee los ajustes cuando se calcula.',
  },
  permissions: ['settings:manage'],
  environments: 'both',
  isIdempotent: true,
  success: 200,
  body: payrollEmployerInput,
  response: payrollEmployer,
  call: async ({ services }, { body }, context) =>
    (await services.payroll.putPayrollEmployer(body, context)).body,
});
