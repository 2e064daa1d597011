import { spanishOfPayrollRule } from '@timbre/api';
import { payrollRules } from './rule-book';

it('every rule that payroll reads has a Spanish name, and every Spanish name belongs to an existing rule', () => {
  const keys = new Set<string>(payrollRules().map(({ key }) => key));
  expect(Object.keys(spanishOfPayrollRule).sort()).toEqual([...keys].sort());
});
