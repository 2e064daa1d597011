import type { payroll } from '@timbre/contract';
import { bodyOf, query } from '@timbre/kit';
import { employerResource } from '../store/employers';

/** An organization that has set nothing has no registrations, and every choice has its default. */
const unset = '{"registrations":[],"settings":{}}';

export const getPayrollEmployer = query(
  async (read, _: payroll.GetPayrollEmployerRequest) =>
    (await read.onlyResource(employerResource)) ?? bodyOf(unset),
);
