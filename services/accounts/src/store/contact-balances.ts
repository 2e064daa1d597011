import type { accounts } from '@timbre/contract';
import type { Reader } from '@timbre/kit';

const ofContact = `org_id = :org and side in ('receivable', 'payable') and contact = $2`;

const owed = `select currency, sum(open) as open, 0 as credit from documents
  where ${ofContact} and open > 0 group by currency`;

const credit = `select currency, 0, abs(balance) from balances where org_id = :org and balance <> 0
  and account in ('credit:' || $2, 'advance:' || $2)`;

/** Reads the open balances and the credit of a contact, by currency. */
export const balancesOfContact = (
  read: Reader,
  contact: string,
): Promise<accounts.ContactBalance[]> =>
  read.rows(
    `select currency, trim_scale(sum(open))::text as open, trim_scale(sum(credit))::text as credit
     from ((${owed}) union all (${credit})) x group by currency order by currency`,
    [contact],
  );

/** Reads the references of the newest open documents of a contact, as customer and as supplier. */
export async function openRefsOfContact(
  read: Reader,
  contact: string,
  max: number,
): Promise<string[]> {
  const rows = await read.rows<{ ref: string }>(
    `select ref from documents where ${ofContact} and open > 0
     order by occurred_on desc, ref limit $3`,
    [contact, max],
  );
  return rows.map(({ ref }) => ref);
}

/** Reads the identifiers of the newest sales receipts and expenses of a contact. */
export async function tradeRefsOfContact(
  read: Reader,
  contact: string,
  max: number,
): Promise<string[]> {
  const rows = await read.rows<{ ref: string }>(
    `select ref from documents where ${ofContact}
       and (ref like 'sales_receipt:%' or ref like 'expense:%')
     order by split_part(ref, ':', 2) desc limit $3`,
    [contact, max],
  );
  return rows.map(({ ref }) => ref);
}
