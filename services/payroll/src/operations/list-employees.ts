import type { payroll } from '@timbre/contract';
import { query } from '@timbre/kit';
import { employeeList } from '../store/employees';

const statuses: Record<string, boolean> = { active: true, terminated: false };

export const listEmployees = query((read, request: payroll.ListEmployeesRequest) => {
  const { page, status, paymentFrequency } = request;
  const filters: [string, unknown][] = [];
  const isActive = statuses[status ?? ''];
  if (isActive !== undefined) filters.push(['(r.employment_ended_on is null) = $1', isActive]);
  if (paymentFrequency) filters.push(['r.payment_frequency = $1', paymentFrequency]);
  return read.page(employeeList, page, filters);
});
