import { Decimal, pensionAtOnce, separationEarnings } from '@timbre/fiscal';
import type { Reader, Transaction } from '@timbre/kit';
import type { OtherSeparation } from '../domain/calculation/input';

interface Found {
  id: string;
  employeeId: string;
  paidOn: string;
  employmentEndedOn: string;
  isPension: boolean;
  exempt: string;
  taxable: string;
  isr: string;
}

/** The c_TipoPercepcion codes of payments after an employment. */
const finalEarnings = [...separationEarnings, pensionAtOnce];

/** Returns the SQL query for other separations, which looks up one employee at a time. */
const selectOf = (org: string) => `select r.* from unnest($2::uuid[]) e (id) cross join lateral (
    select id, employee_id as "employeeId", paid_on::text as "paidOn",
      coalesce(details->>'employmentEndedOn', period_ended_on::text) as "employmentEndedOn",
      paid."isPension", paid.exempt::text, paid.taxable::text, coalesce(totals->>'isr', '0') as isr
    from payroll_rows cross join lateral (
      select bool_or(line->>'type' = '${pensionAtOnce}') as "isPension",
        sum((line->>'exemptAmount')::numeric) as exempt,
        sum((line->>'taxableAmount')::numeric) as taxable
      from jsonb_array_elements(earnings) line where line->>'type' = any($3::text[])) paid
    where org_id = ${org} and employee_id = e.id and state in ('queued', 'stamping', 'stamped')
      and paid.exempt is not null
    offset 0) r`;

/**
 * Returns the separations and the pensions paid at once of each employee, in queued, stamping or stamped
 * rows.
 */
export async function otherSeparations(
  tx: Transaction,
  employeeIds: readonly string[],
): Promise<Map<string, OtherSeparation[]>> {
  if (employeeIds.length === 0) return new Map();
  const values = [tx.organizationId, employeeIds, finalEarnings];
  const found = await tx.rows<Found>(selectOf('$1'), values);
  const groups = Map.groupBy(found, (row) => row.employeeId);
  return new Map([...groups].map(([id, rows]) => [id, rows.map(separationOf)]));
}

/**
 * Returns the separation payments that were paid before the given rows, keyed by row. Payments on
 * the same day are sorted by identifier.
 */
export async function separationsBefore(
  read: Reader,
  rows: readonly { id: string; employeeId: string }[],
  paidOn: string,
): Promise<Map<string, OtherSeparation[]>> {
  if (rows.length === 0) return new Map();
  const ids = rows.map(({ employeeId }) => employeeId);
  const found = await read.rows<Found>(selectOf(':org'), [ids, finalEarnings]);
  const groups = Map.groupBy(found, (row) => row.employeeId);
  const isBefore = (other: Found, id: string) =>
    other.paidOn < paidOn || (other.paidOn === paidOn && other.id < id);
  return new Map(
    rows.map(({ id, employeeId }) => [
      id,
      (groups.get(employeeId) ?? []).filter((other) => isBefore(other, id)).map(separationOf),
    ]),
  );
}

const separationOf = ({
  employmentEndedOn,
  isPension,
  exempt,
  taxable,
  isr,
}: Found): OtherSeparation => ({
  isPension,
  employmentEndedOn,
  exempt: Decimal.from(exempt),
  taxable: Decimal.from(taxable),
  isr: Decimal.from(isr),
});
