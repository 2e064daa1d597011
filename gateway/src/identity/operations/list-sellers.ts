import { query } from '@timbre/kit';

/** Sellers whose names are known: the answer of a report has at most 50, a file all of them. */
const namesMax = 5_000;

/** The newest name of a credential and of those that it replaced, which are one seller. */
const credentials = `select distinct on (r.budget_id) 'credential:' || r.budget_id as key, r.name
  from credentials r where r.org_id = :org order by r.budget_id, r.created_at desc`;

const members = `select 'user:' || r.user_id as key, r.email as name
  from members r where r.org_id = :org and r.user_id is not null`;

/**
 * Names of sellers by their keys, as receipts have them. A credential has the name that it was given, a member
 * the address, which only those may read who may read the members.
 */
export const sellerNames = query(async (read, { withMembers }: { withMembers: boolean }) => {
  const known = withMembers ? `(${credentials}) union all ${members}` : credentials;
  const rows = await read.rows<{ key: string; name: string }>(
    `select key, name from (${known}) x order by key limit ${namesMax}`,
  );
  return Object.fromEntries(rows.map(({ key, name }) => [key, name]));
});
