import { spanishOfPayrollRule } from '@timbre/api';
import { payrollRules } from './rule-book';

it('every rule that payroll reads has its name in Spanish, and no name is left of a rule that is gone', () => {
  const keys = new Set<string>(payrollRules().map(({ key }) => key));
  expect(Object.keys(spanishOfPayrollRule).sort()).toEqual([...keys].sort());
});
