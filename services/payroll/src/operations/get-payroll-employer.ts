import type { payroll } from '@timbre/contract';
import { bodyOf, query } from '@timbre/kit';
import { employerResource } from '../store/employers';

/** The response for an organization without settings: no registrations, and defaults for all choices. */
const unset = '{"registrations":[],"settings":{}}';

export const getPayrollEmployer = query(
  async (read, _: payroll.GetPayrollEmployerRequest) =>
    (await read.onlyResource(employerResource)) ?? bodyOf(unset),
);
