import type { contactBalance, receivable, receivableDetail, receivableInvoice } from '@timbre/api';
import type { CalendarDate } from '@timbre/fiscal';
import {
  json,
  notFound,
  number,
  object,
  resource,
  onlyRow,
  type Answer,
  type List,
  type Reader,
} from '@timbre/kit';
import { bucketConditions } from '../domain/aging';
import type { Side } from '../domain/open-item';
import { unassigned } from '../domain/facts';
import { contactKey, isContact, namedIn } from './contacts';

type Row = Answer<typeof receivable>;
type Detail = Answer<typeof receivableDetail>;
type Balance = Detail['balances'][number];
type ContactBalance = Answer<typeof contactBalance>;

/**
 * SQL that selects open amounts with due dates, by installment for customers and by document for
 * suppliers.
 */
const openParts: Readonly<Record<Side, (named: string) => string>> = {
  receivable: (named) => `select d.document_ref as ref, d.currency, d.due_on, d.open from dues d
    where d.org_id = :org and ${named} and d.open > 0`,
  payable: (named) => `select d.ref, d.currency,
      coalesce(d.next_due_on, d.due_on, d.occurred_on) as due_on, d.open
    from documents d where d.org_id = :org and d.side = 'payable' and ${named} and d.open > 0`,
};

/** SQL that selects the open amounts of the contact and currency in `k`. */
export const partsOf = (side: Side): string =>
  openParts[side]('d.contact = k.contact and d.currency = k.currency');

const buckets = object<Balance['buckets']>(
  Object.fromEntries(
    Object.entries(bucketConditions('o.due_on')).map(([bucket, condition]) => [
      bucket,
      number(`coalesce(sum(o.open) filter (where ${condition}), 0)`),
    ]),
    // The TypeScript type of `Object.fromEntries` loses the literal types of the bucket names.
  ) as never,
);

/**
 * SQL that counts open documents in the table of documents. Counting distinct documents in the
 * installments instead would make PostgreSQL sort all installments.
 */
const openDocuments = (side: Side, named: string) => `(select count(*) from documents n
  where n.org_id = :org and n.side = '${side}' and ${named} and n.currency = k.currency and n.open > 0)`;

const balanceOf = (side: Side, named = 'n.contact = k.contact') => ({
  currency: 'k.currency',
  total: number('coalesce(sum(o.open), 0)'),
  buckets,
  credit: number('max(k.credit)'),
  // Only contacts can apply credit, so parties without a contact have no applicable credit.
  applicableCredit: number(`case when ${isContact('min(k.contact)')}
    then nullif(least(max(k.credit), coalesce(sum(o.open), 0)), 0) end`),
  // PostgreSQL returns the count as a number.
  openDocuments: openDocuments(side, named) as never,
  oldestDueOn: 'min(o.due_on)',
});

const crediting = { receivable: 'credit', payable: 'advance' } as const;

/** SQL that selects the contacts and currencies that have an open balance or credit. */
export const keysOf = (
  side: Side,
  condition: (contact: string, currency: string) => string,
  limit = '',
): string => {
  const [contact, of] = [`split_part(account, ':', 2)`, `split_part(account, ':', 1)`];
  const credit = `select ${contact} as contact, currency, abs(balance) as credit from balances
    where org_id = :org and ${of} = '${crediting[side]}' and balance <> 0
      and split_part(account, ':', 3) = '' and ${condition(contact, 'currency')}
    order by 1, 2 ${limit}`;
  const open = `select contact, currency, 0 as credit from documents
    where org_id = :org and side = '${side}' and open > 0 and ${condition('contact', 'currency')}
    group by contact, currency order by contact, currency ${limit}`;
  return `select contact, currency, max(credit) as credit
    from ((${credit}) union all (${open})) x group by contact, currency
    order by contact, currency ${limit}`;
};

export const nameOf = (side: Side, column: string): string => `coalesce(
  (select c.legal_name from contacts c where c.org_id = :org
    and c.id = case when ${isContact(column)} then ${column}::uuid end),
  (select d.counterparty_name from documents d where d.org_id = :org and d.side = '${side}'
    and d.contact = ${column} and d.family is not null and d.counterparty_name is not null limit 1))`;

/** SQL that selects the RFC of a party without a contact, and null for every other party. */
export const rfcOf = (column: string) =>
  `case when not ${isContact(column)} and ${column} <> '${unassigned}' then ${column} end`;

const called = (side: Side) => (side === 'receivable' ? 'customer' : 'supplier');

export const rowOf = (side: Side): string =>
  object<Row>({
    [`${called(side)}Id`]: `case when ${isContact('k.contact')} then k.contact else '${unassigned}' end`,
    [`${called(side)}Name`]: nameOf(side, 'k.contact'),
    counterpartyRfc: rfcOf('k.contact'),
    ...balanceOf(side),
    // The names of the first two columns depend on the side (receivable or payable).
  } as never);

/** Replaces `:today` in the SQL with the SQL parameter at a given position. */
export const atDay = (sql: string, position: number): string =>
  sql.replaceAll(':today', `$${position}::date`);

const nextMax = 10;

const nextDue = object<Detail['nextDue'][number]>({
  documentRef: 'n.ref',
  dueOn: 'n.due_on',
  currency: 'n.currency',
  open: number('n.open'),
});

/**
 * SQL condition that $2 is a contact of the given side, an RFC that documents of this side name, or
 * `unassigned`.
 */
const isKnown = (
  side: Side,
) => `($2::text = '${unassigned}' or exists (select 1 from contacts where org_id = :org
      and kind = '${called(side)}' and id = case when ${isContact('$2::text')} then $2::uuid end)
    or exists (select 1 from documents where org_id = :org and side = '${side}'
      and contact = $2::text and family is not null))`;

/**
 * Refuses a contact or RFC that has no documents on the given side.
 * @throws Refusal not_found
 */
export async function refuseUnknown(read: Reader, side: Side, contact: string): Promise<void> {
  const [row] = await read.rows(`select where ${isKnown(side)}`, [contactKey(contact)]);
  if (!row) throw notFound(called(side));
}

/**
 * SQL that selects the response for one party: its name, its RFC and its balances by currency.
 * @param named an SQL condition on a column of account keys
 */
const detailSql = (
  side: Side,
  named: (column: string) => string,
) => `select json_strip_nulls(json_build_object(
    '${called(side)}Id', case when ${isContact('k.contact')} then k.contact else '${unassigned}' end,
    '${called(side)}Name', ${nameOf(side, 'k.contact')}, 'counterpartyRfc', ${rfcOf('k.contact')},
    'balances', coalesce((select json_agg(b.balance order by b.currency) from (
      select k.currency, ${object<Balance>(balanceOf(side, named('n.contact')))} as balance
      from (select x.currency, min(x.contact) as contact, sum(x.credit) as credit
        from (${keysOf(side, named)}) x group by x.currency) k
      left join lateral (${openParts[side](`${named('d.contact')} and d.currency = k.currency`)}) o on true
      group by k.currency) b), '[]'),
    'nextDue', coalesce((select json_agg(${nextDue} order by n.due_on, n.ref) from (
      ${openParts[side](named('d.contact'))} order by due_on, ref limit ${nextMax}) n), '[]')))::text as json
  from (select $2::text as contact) k
  where ${isKnown(side)}`;

/** Selects the balances of one contact by currency; returns no row for an unknown contact. */
export function selectOwed(
  side: Side,
  contact: string,
  day: CalendarDate,
): { select: string; values: unknown[] } {
  const key = contactKey(contact);
  const sql = detailSql(side, (column) => namedIn(key, column, '$2'));
  return { select: atDay(sql, 3), values: [key, day] };
}

/**
 * Reads the balances of one contact, by currency.
 * @throws Refusal not_found if the contact is unknown
 */
export async function owedOf(
  read: Reader,
  side: Side,
  contact: string,
  day: CalendarDate,
): Promise<Buffer> {
  const { select, values } = selectOwed(side, contact, day);
  const rows = await read.rows<{ json: string }>(select, values);
  if (!rows[0]) throw notFound(called(side));
  return Buffer.from(`{"data":${rows[0].json}}`);
}

const balanceOfContact = (side: Side) =>
  object<ContactBalance>({
    // TypeScript does not know that the column contains only `receivable` or `payable`.
    side: 'k.side' as never,
    currency: 'k.currency',
    total: balanceOf(side).total,
    overdueAmount: number('coalesce(sum(o.open) filter (where o.due_on < :today), 0)'),
    credit: balanceOf(side).credit,
  });

const balancesSql = (
  side: Side,
) => `select k.contact, k.side, k.currency, ${balanceOfContact(side)} as balance
  from (select '${side}' as side, x.* from
    (${keysOf(side, (contact) => `${contact} = any($2::text[])`)}) x where '${side}' = any($3::text[])) k
  left join lateral (${partsOf(side)}) o on true
  group by k.contact, k.side, k.currency`;

const contactsSql = `select coalesce(json_object_agg(c.contact, c.balances), '{}')::text as json
  from (select b.contact, json_agg(b.balance order by b.side desc, b.currency) as balances
    from (${balancesSql('receivable')} union all ${balancesSql('payable')}) b group by b.contact) c`;

/**
 * Reads the balances on the given sides, keyed by contact; contacts without balances are left out.
 */
export async function balancesOf(
  read: Reader,
  contacts: readonly string[],
  sides: readonly string[],
  day: CalendarDate,
): Promise<Buffer> {
  const sql = atDay(contactsSql, 4);
  const row = onlyRow(
    await read.rows<{ json: string }>(sql, [contacts.map(contactKey), sides, day]),
  );
  return Buffer.from(`{"data":${row.json}}`);
}

type Invoice = Answer<typeof receivableInvoice>;

const dueOn = 'coalesce(r.next_due_on, r.due_on, r.occurred_on)';

const planOf = (column: string) => `(select p.${column} from plans p where p.org_id = r.org_id
  and p.document_ref = r.ref and p.state in ('active', 'completed'))`;

const invoiceResource = resource<Invoice>('document', 'documents', {
  documentRef: 'r.ref',
  category: `split_part(r.ref, ':', 1)`,
  folio: 'r.folio',
  uuid: 'r.uuid',
  transactionDate: 'r.occurred_on',
  currency: 'r.currency',
  total: number('r.total'),
  remainingBalance: number('case when r.is_valid then r.remaining else 0 end'),
  effectiveRemainingBalance: number('r.open'),
  paymentDueDate: 'case when r.open > 0 then coalesce(r.next_due_on, r.due_on) end',
  receivablePlanId: planOf('id'),
  settlementTerms: json(`coalesce(${planOf('settlement_terms')}, r.terms)`),
  overdue: `r.open > 0 and ${dueOn} < :today`,
  overdueAmount: number(`coalesce((select sum(d.open) from dues d where d.org_id = r.org_id
    and d.document_ref = r.ref and d.open > 0 and d.due_on < :today), 0)`),
  // The column of a flag contains true or null, never false.
  canceled: 'nullif(not r.is_valid, false)' as never,
  manualAdjustmentNeedsReview: 'nullif(r.needs_review, false)',
});

/** The documents of a customer, the newest first. */
export const invoiceList: List = {
  name: 'receivable_invoices',
  resource: invoiceResource,
  dateColumn: 'r.occurred_on',
  only: 'r.family is not null and r.owed_by is null and not r.is_covered',
};

/** SQL conditions for each invoice status on the day `:today`; `$1` is the name of the status. */
export const invoiceConditions: Readonly<Record<string, string>> = {
  open: '$1::text is not null and r.open > 0',
  overdue: `$1::text is not null and r.open > 0 and ${dueOn} < :today`,
  settled: '$1::text is not null and r.open = 0 and r.is_valid',
};
