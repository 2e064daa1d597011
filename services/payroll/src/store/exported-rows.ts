import { nilUuid, type Reader } from '@timbre/kit';
import { lastIn } from '@timbre/fiscal';

/** SQL that selects an exported amount as text. */
const amount = (name: string): string => `(r.totals->>'${name}')::numeric(18, 2)::text`;

/** SQL for the values of a row that can be exported, as text. */
const values = {
  rowId: 'r.id::text',
  employeeNumber: 'e.employee_number',
  employeeName: 'r.employee_name',
  rfc: 'e.rfc',
  curp: 'e.curp',
  socialSecurityNumber: 'e.social_security_number',
  department: 'e.department',
  state: 'r.state',
  paidDays: 'trim_scale(r.paid_days)::text',
  gross: amount('gross'),
  isr: amount('isr'),
  subsidy: amount('subsidy'),
  imss: amount('imss'),
  deductions: amount('deductions'),
  net: amount('net'),
  uuid: 'r.uuid',
  issues: `(select string_agg(i->>'code', ' ') from jsonb_array_elements(r.issues) i)`,
  account: 'e.bank_account',
  // The first three digits of a CLABE identify the bank.
  bankCode: 'coalesce(e.bank_code, substr(e.bank_account, 1, 3))',
  reference: `to_char(r.paid_on, 'YYYYMMDD')`,
  concept: `'NOMINA ' || r.period_started_on || ' ' || r.period_ended_on`,
};

export type ExportedValue = keyof typeof values;
export type ExportedRow = { id: string } & { [Name in ExportedValue]?: string | null };

/** The number of rows that are read together, so that only one page is in memory. */
export const pageSize = 500;

/**
 * Yields the rows of a run in pages, sorted by identifier.
 * @param isPaid true to return only stamped rows of employees with a bank account
 */
export async function* exportedPages(
  read: Reader,
  { runId, names, isPaid }: { runId: string; names: readonly ExportedValue[]; isPaid: boolean },
  afterRowId: string | undefined,
): AsyncGenerator<ExportedRow[]> {
  const shown = names.map((name) => `${values[name]} as "${name}"`);
  const condition = isPaid ? `and r.state = 'stamped' and e.bank_account is not null` : '';
  const select = `select r.id as id, ${shown.join(', ')} from payroll_rows r
    left join employees e on e.org_id = r.org_id and e.id = r.employee_id
    where r.org_id = :org and r.run_id = $2::uuid and r.id > $3::uuid ${condition}
    order by r.id limit ${pageSize}`;
  let after = afterRowId ?? nilUuid;
  for (;;) {
    const rows = await read.rows<ExportedRow>(select, [runId, after]);
    if (rows.length > 0) yield rows;
    if (rows.length < pageSize) return;
    after = lastIn(rows).id;
  }
}
