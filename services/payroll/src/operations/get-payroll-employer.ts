import type { payroll } from '@timbre/contract';
import { query } from '@timbre/kit';
import { employerResource } from '../store/employers';

/** An organization that has set nothing has no registrations, and every choice has its default. */
export const getPayrollEmployer = query(async (read, _: payroll.GetPayrollEmployerRequest) => {
  const { json, table } = employerResource;
  const [row] = await read.rows<{ json: string }>(
    `select ${json}::text as json from ${table} r where r.org_id = :org`,
  );
  return Buffer.from(`{"data":${row?.json ?? '{"registrations":[],"settings":{}}'}}`);
});
