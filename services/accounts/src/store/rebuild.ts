import { Decimal, formOfCompensation } from '@timbre/fiscal';
import type { Reader, Transaction } from '@timbre/kit';
import type { Amounts, Side } from '../domain/open-item';

/** The database rows that are calculated from documents, payments and plans, by table and key. */
export type Projection = ReadonlyMap<string, Record<string, unknown>>;

/** The part of the ledger that one step of a rebuild compares. */
export interface Scope {
  refs: readonly string[];
  openItems: readonly string[];
  /** Accounts with their currency, such as `credit:<contact> MXN`. */
  accounts: readonly string[];
}

/**
 * Columns that a rebuild does not compare, because they count changes, are derived from other
 * columns, or record the events that were already emitted.
 */
const volatile = `array['org_id', 'id', 'version', 'standing_version', 'open', 'announced',
  'planned_at', 'replaced_by']`;

const projectionSql = `with scope as (select d.* from documents d
    where d.org_id = $1 and (d.ref = any($2::text[]) or d.family = any($3::text[])))
  select 'documents ' || ref as key, to_jsonb(s) - ${volatile} as row from scope s
  union all select 'claims ' || concat_ws(' ', c.ref, c.family, c.kind, c.currency),
    jsonb_build_object('amount', c.amount) from claims c
    where c.org_id = $1 and c.ref = any($2::text[])
  union all select 'certifications ' || concat_ws(' ', k.family, k.complement, k.payment_id),
    jsonb_build_object('amount', k.amount) from certifications k
    where k.org_id = $1 and k.family = any($3::text[])
  union all select 'daily_applications ' || concat_ws(' ', a.family, a.paid_on, a.form_code),
    jsonb_build_object('amount', a.amount) from daily_applications a
    where a.org_id = $1 and a.family = any($3::text[]) and a.amount > 0
  union all select 'money_back ' || concat_ws(' ', m.refund, m.family),
    jsonb_build_object('amount', m.amount) from money_back m
    where m.org_id = $1 and m.refund = any($2::text[])
  union all select 'plans ' || p.id, to_jsonb(p) - ${volatile} from plans p
    join scope s on s.ref = p.document_ref where p.org_id = $1
  union all select 'dues ' || concat_ws(' ', u.document_ref, u.plan_id, u.number),
    to_jsonb(u) - ${volatile} from dues u
    join scope s on s.ref = u.document_ref where u.org_id = $1
  union all select 'entries ' || concat_ws(' ', e.family, e.account, e.currency),
    jsonb_build_object('amount', sum(e.amount)) from entries e
    where e.org_id = $1 and e.family = any($3::text[])
    group by e.family, e.account, e.currency having sum(e.amount) <> 0
  union all select 'balances ' || b.account || ' ' || b.currency,
    jsonb_build_object('balance', b.balance) from balances b
    where b.org_id = $1 and b.account || ' ' || b.currency = any($4::text[])`;

/** Reads the current database rows of a scope, without the volatile columns. */
export async function projectionOf(tx: Transaction, scope: Scope): Promise<Projection> {
  const { refs, openItems, accounts } = scope;
  const values = [tx.organizationId, refs, openItems, accounts];
  const rows = await tx.bulk<{ key: string; row: Record<string, unknown> }>(projectionSql, values);
  return new Map(rows.map(({ key, row }) => [key, row]));
}

/** Reads the open items that the given stored documents open, support or lower. */
export async function storedOpenItems(tx: Transaction, refs: readonly string[]): Promise<string[]> {
  const rows = await tx.rows<{ openItem: string }>(
    `select x.family as "openItem" from documents d cross join lateral (
         select d.family union select d.supports union select c.family from claims c
           where c.org_id = d.org_id and c.ref = d.ref
         union select i.family from documents i where i.org_id = d.org_id and i.ref = d.owed_by
         union select o.family from documents o where o.org_id = d.org_id and o.owed_by = d.ref) x
     where d.org_id = $1 and d.ref = any($2::text[]) and x.family is not null`,
    [tx.organizationId, refs],
  );
  return rows.map(({ openItem }) => openItem);
}

/** Returns the references of the stored valid documents of a kind, between two references. */
export async function keptRefs(read: Reader, after: string, upTo: string): Promise<string[]> {
  const rows = await read.rows<{ ref: string }>(
    `select ref from documents where org_id = :org and ref > $2 and ref <= $3 and is_valid`,
    [after, upTo],
  );
  return rows.map(({ ref }) => ref);
}

/** Marks a document as not valid, because the service that owns it does not have it. */
export async function dropDocument(tx: Transaction, ref: string): Promise<void> {
  const values = [tx.organizationId, ref];
  await tx.rows(
    `update documents set is_valid = false, version = version + 1
     where org_id = $1 and ref = $2 and is_valid`,
    values,
  );
  await tx.rows('delete from claims where org_id = $1 and ref = $2', values);
}

/** Returns the accounts, with currency, whose balance differs from the sum of their entries. */
export async function unequalBalances(read: Reader): Promise<string[]> {
  const rows = await read.rows<{ account: string }>(
    `select account || ' ' || currency as account from (
         select account, currency, sum(amount) as amount from entries
         where org_id = :org and account like '%:%' group by account, currency) e
       full join (select account, currency, balance from balances where org_id = :org) b
         using (account, currency)
     where coalesce(e.amount, 0) <> coalesce(b.balance, 0)`,
  );
  return rows.map(({ account }) => account);
}

/**
 * Sets balances to the sums of their entries. Other postings to accounts whose balances are set
 * wait for the commit.
 */
export async function restoreBalances(tx: Transaction, accounts: readonly string[]): Promise<void> {
  const values = [tx.organizationId, accounts];
  await tx.rows(
    `insert into balances (org_id, account, currency, balance, version)
     select $1, split_part(x, ' ', 1), split_part(x, ' ', 2), 0, 0
     from unnest($2::text[]) x order by x on conflict do nothing`,
    values,
  );
  await tx.rows(
    `select 1 from balances where org_id = $1 and account || ' ' || currency = any($2::text[])
     order by account, currency for update`,
    values,
  );
  await tx.rows(
    `update balances b set version = b.version + 1, balance = coalesce((select sum(e.amount)
       from entries e where e.org_id = b.org_id and e.account = b.account
         and e.currency = b.currency), 0)
     where b.org_id = $1 and b.account || ' ' || b.currency = any($2::text[])`,
    values,
  );
}

/** SQL that selects, for each day, the sum of the applications that match a condition. */
const daysSql = (where: string) => `select a.org_id, a.family, p.paid_on,
    coalesce(p.form_code, '${formOfCompensation}') as form_code, sum(a.amount) as amount
  from applications a join payments p on p.org_id = a.org_id and p.id = a.payment_id
  where ${where} and not exists (select from reversals r
    where r.org_id = a.org_id and r.reversed = a.payment_id)
  group by 1, 2, 3, 4`;

/** Returns the open items whose stored sums per day differ from the sums of their applications. */
export async function unequalDays(read: Reader): Promise<string[]> {
  const rows = await read.rows<{ openItem: string }>(
    `select distinct family as "openItem" from (${daysSql('a.org_id = :org')}) a
     full join (select family, paid_on, form_code, amount from daily_applications
       where org_id = :org) d using (family, paid_on, form_code)
     where coalesce(a.amount, 0) <> coalesce(d.amount, 0)`,
  );
  return rows.map(({ openItem }) => openItem);
}

/** Adds up the applications of locked open items again, by day and form of payment. */
export async function restoreDailyApplications(
  tx: Transaction,
  openItems: readonly string[],
): Promise<void> {
  const values = [tx.organizationId, openItems];
  await tx.rows(
    'delete from daily_applications where org_id = $1 and family = any($2::text[])',
    values,
  );
  await tx.rows(
    `insert into daily_applications (org_id, family, paid_on, form_code, amount)
     ${daysSql('a.org_id = $1 and a.family = any($2::text[])')}`,
    values,
  );
}

/** A payment with those of its entries that do not belong to a document. */
export interface PostedPayment {
  id: string;
  side: Side;
  contact: string;
  currency: string;
  paidOn: string;
  source: 'money' | 'credit';
  amount: Decimal;
  applied: Decimal;
  isReversed: boolean;
  posted: Amounts;
  /** The open items of the documents that the payment covers. */
  openItems: string[];
  /** Whether the ledger transaction of the payment still exists. */
  isKept: boolean;
}

const paymentsSql = `select p.id, p.side, p.contact, p.currency, p.paid_on::text as "paidOn", p.source,
    p.amount::text as amount, (select coalesce(sum(a.amount), 0)::text from applications a
      where a.org_id = p.org_id and a.payment_id = p.id) as applied,
    array(select a.family from applications a
      where a.org_id = p.org_id and a.payment_id = p.id order by a.family) as "openItems",
    exists (select 1 from reversals r where r.org_id = p.org_id and r.reversed = p.id) as "isReversed",
    exists (select 1 from transactions t where t.org_id = p.org_id and t.id = p.id) as "isKept",
    coalesce((select json_agg(json_build_array(e.account, e.amount::text)) from (
      select account, sum(amount) as amount from entries
      where org_id = p.org_id and family = 'payment:' || p.id group by account) e), '[]') as posted
  from payments p`;

type PaymentRow = Omit<PostedPayment, 'amount' | 'applied' | 'posted'> & {
  amount: string;
  applied: string;
  posted: [string, string][];
};

const paymentOf = (row: PaymentRow): PostedPayment => ({
  ...row,
  amount: Decimal.from(row.amount),
  applied: Decimal.from(row.applied),
  posted: new Map(row.posted.map(([account, amount]) => [account, Decimal.from(amount)])),
});

const paymentsMax = 500;

/**
 * Reads the next payments, sorted by identifier. One statement reads each payment together with all
 * its entries, so payments and entries come from the same snapshot.
 */
export async function paymentsAfter(read: Reader, id: string): Promise<PostedPayment[]> {
  const rows = await read.rows<PaymentRow>(
    `${paymentsSql} where p.org_id = :org and p.id > $2::uuid order by p.id limit ${paymentsMax}`,
    [id],
  );
  return rows.map(paymentOf);
}

/**
 * Reads the payments with the given identifiers inside a transaction, in the same form as
 * `paymentsAfter`.
 */
export async function postedPayments(
  tx: Transaction,
  ids: readonly string[],
): Promise<PostedPayment[]> {
  const rows = await tx.rows<PaymentRow>(
    `${paymentsSql} where p.org_id = $1 and p.id = any($2::uuid[]) order by p.id`,
    [tx.organizationId, ids],
  );
  return rows.map(paymentOf);
}
