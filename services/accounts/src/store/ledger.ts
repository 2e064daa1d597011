import { defineEntity, p, type InferEntity } from '@mikro-orm/postgresql';
import type { accountTransaction } from '@timbre/api';
import { certain, Decimal } from '@timbre/fiscal';
import {
  byName,
  instant,
  json,
  number,
  object,
  resource,
  onlyRow,
  type Answer,
  type List,
  type Transaction,
} from '@timbre/kit';
import { controlAccounts, owedBy, type Amounts } from '../domain/open-item';

/** The balance of an account in a currency. */
export const Balance = defineEntity({
  name: 'Balance',
  tableName: 'balances',
  properties: {
    organizationId: p.uuid().name('org_id').primary(),
    account: p.text().primary(),
    currency: p.text().primary(),
    balance: p.decimal(),
    version: p.integer(),
  },
});

/**
 * A ledger entry: the change of an account by a transaction. The entries of a transaction add up to 0.
 */
export const Entry = defineEntity({
  name: 'Entry',
  tableName: 'entries',
  properties: {
    organizationId: p.uuid().name('org_id').primary(),
    transactionId: p.uuid().primary(),
    account: p.text().primary(),
    openItem: p.text().name('family').primary(),
    currency: p.text(),
    amount: p.decimal(),
  },
});

/**
 * A transaction of the ledger: a change of balances with its entries. The application never changes
 * a transaction.
 */
export const LedgerTransaction = defineEntity({
  name: 'LedgerTransaction',
  tableName: 'transactions',
  properties: {
    id: p.uuid().primary(),
    organizationId: p.uuid().name('org_id').primary(),
    kind: p.text().$type<TransactionKind>(),
    side: p.text().$type<'receivable' | 'payable'>(),
    /** The identifier of the contact, or the RFC of an unassigned party. */
    contact: p.text(),
    /** The document that caused the transaction, or the single document that a payment covers. */
    documentRef: p.text().nullable(),
    /** The key of the open item that the transaction changes. */
    openItem: p.text().name('family'),
    currency: p.text(),
    amount: p.decimal(),
    occurredOn: p.date(),
    /** The event or request that caused the transaction. */
    source: p.text(),
    recordedAt: p.datetime(),
  },
});

export type LedgerTransaction = InferEntity<typeof LedgerTransaction>;

export type TransactionKind = Shape['kind'];

/**
 * Returns the sums of the entries of an open item, keyed by account. Accounts whose entries add up
 * to 0 are left out.
 */
export async function postedOf(tx: Transaction, openItem: string): Promise<Amounts> {
  const rows = await tx.rows<{ account: string; amount: string }>(
    `select account, sum(amount)::text as amount from entries
     where org_id = $1 and family = $2 group by account having sum(amount) <> 0`,
    [tx.organizationId, openItem],
  );
  return new Map(rows.map(({ account, amount }) => [account, Decimal.from(amount)]));
}

/** Returns the reference of the document that caused a transaction, or null. */
export async function documentOf(tx: Transaction, transactionId: string): Promise<string | null> {
  const row = onlyRow(
    await tx.rows<{ ref: string | null }>(
      `select document_ref as ref from transactions where org_id = $1 and id = $2::uuid`,
      [tx.organizationId, transactionId],
    ),
  );
  return row.ref;
}

/** Entries, keyed by open item. */
export type OpenItemEntries = ReadonlyMap<string, Amounts>;

/** A transaction to post; its amount is calculated from its entries. */
export type NewTransaction = Pick<
  LedgerTransaction,
  'kind' | 'side' | 'contact' | 'documentRef' | 'openItem' | 'currency' | 'occurredOn' | 'source'
> & { id?: string };

export interface Posting {
  transaction: NewTransaction;
  entries: OpenItemEntries;
}

/**
 * Posts a single ledger transaction with `postAll`.
 * @returns the identifier of the transaction
 */
export async function post(
  tx: Transaction,
  transaction: NewTransaction,
  entries: OpenItemEntries,
): Promise<string> {
  const [id] = await postAll(tx, [{ transaction, entries }]);
  return certain(id, 'id');
}

/**
 * Stores transactions with their entries and updates the balances of their accounts.
 * @returns the identifiers of the transactions
 * @throws Error if the entries of a transaction do not add up to 0
 */
export async function postAll(tx: Transaction, postings: readonly Posting[]): Promise<string[]> {
  const posted = postings.map((posting) => rowsOf(tx, posting));
  const entries = posted.flatMap((one) => one.entries);
  const moves = movesOf(
    entries.map((one) => ({ ...one, account: `${one.account} ${one.currency}` })),
  ).map(([key, amount]) => ({ key: key.split(' '), amount: amount.toString() }));
  const kept = moves.filter(
    ({ key: [account] }) => !controlAccounts.includes(certain(account, 'account')),
  );
  await tx.rows(
    ...byName(postSql, {
      org: tx.organizationId,
      now: tx.now,
      transactions: JSON.stringify(posted.map(({ row }) => row)),
      ids: entries.map(({ id }) => id),
      openItems: entries.map(({ openItem }) => openItem),
      accounts: entries.map(({ account }) => account),
      currencies: entries.map(({ currency }) => currency),
      amounts: entries.map(({ amount }) => amount.toString()),
      moved: kept.map(({ key }) => key[0]),
      movedIn: kept.map(({ key }) => key[1]),
      moves: kept.map(({ amount }) => amount),
    }),
  );
  return posted.map(({ row }) => row.id);
}

/**
 * Returns the database row of a transaction and the database rows of its entries, sorted by
 * account.
 */
function rowsOf(tx: Transaction, { transaction, entries: byOpenItem }: Posting) {
  const { currency, side } = transaction;
  const id = transaction.id ?? tx.newId();
  const entries = [...byOpenItem].flatMap(([openItem, amounts]) =>
    [...amounts].map(([account, amount]) => ({ id, openItem, account, currency, amount })),
  );
  if (!Decimal.sum(entries.map(({ amount }) => amount)).isZero())
    throw new Error('a transaction does not add up to 0');
  const amount = owedBy(movesOf(entries), side).toString();
  return {
    row: { ...transaction, id, amount },
    entries: entries.toSorted((one, other) => (one.account < other.account ? -1 : 1)),
  };
}

/**
 * A single SQL statement that stores transactions with their entries and updates the balances. The
 * statement first adds missing balance rows, even if another transaction adds the same rows at the
 * same time. An upsert alone is not sufficient: PostgreSQL checks the sign of the inserted amount
 * before it finds the existing row.
 */
const postSql = `with added as (insert into transactions (org_id, id, kind, side, contact, document_ref,
    family, currency, amount, occurred_on, source, recorded_at)
    select :org, x.id, x.kind, x.side, x.contact, x."documentRef", x."openItem", x.currency, x.amount,
      x."occurredOn", x.source, :now
    from jsonb_to_recordset(:transactions::jsonb) x (id uuid, kind text, side text, contact text,
      "documentRef" text, "openItem" text, currency text, amount numeric, "occurredOn" date, source text)),
  entered as (insert into entries (org_id, transaction_id, family, account, currency, amount)
    select :org, x.* from unnest(:ids::uuid[], :openItems::text[], :accounts::text[],
      :currencies::text[], :amounts::numeric[]) x),
  moves as (select * from unnest(:moved::text[], :movedIn::text[], :moves::numeric[])
    x (account, currency, amount)),
  moved as (update balances b set balance = b.balance + m.amount, version = b.version + 1
    from moves m where b.org_id = :org and b.currency = m.currency and b.account = m.account
    returning b.account, b.currency)
  insert into balances (org_id, account, currency, balance, version)
  select :org::uuid, m.account, m.currency, m.amount, 1 from moves m
  where (m.account, m.currency) not in (select account, currency from moved)
  order by m.account, m.currency
  on conflict (org_id, account, currency) do update set version = balances.version + 1,
    balance = balances.balance + excluded.balance`;

/**
 * Returns the change of each account, in the order in which balances are locked. Accounts whose
 * balance does not change are left out.
 */
function movesOf(entries: { account: string; amount: Decimal }[]): [string, Decimal][] {
  const sums = new Map<string, Decimal>();
  for (const { account, amount } of entries) {
    sums.set(account, (sums.get(account) ?? Decimal.zero).plus(amount));
  }
  const moved = [...sums].filter(([, amount]) => !amount.isZero());
  return moved.toSorted(([one], [other]) => (one < other ? -1 : 1));
}

/**
 * Reads the balance of an account and locks it until the commit. A missing balance row is added, so
 * that it can be locked.
 */
export async function lockBalance(
  tx: Transaction,
  account: string,
  currency: string,
): Promise<Decimal> {
  const row = onlyRow(
    await tx.rows<{ balance: string }>(
      `insert into balances (org_id, account, currency, balance, version) values ($1, $2, $3, 0, 0)
     on conflict (org_id, account, currency) do update set version = balances.version
     returning balance::text as balance`,
      [tx.organizationId, account, currency],
    ),
  );
  return Decimal.from(row.balance);
}

type Shape = Answer<typeof accountTransaction>;

const entry = object<Shape['entries'][number]>({
  account: 'e.account',
  debit: number('case when e.amount > 0 then e.amount end'),
  credit: number('case when e.amount < 0 then -e.amount end'),
});

const application = object<NonNullable<Shape['applications']>[number]>({
  documentRef: 'a.document_ref',
  amount: number('a.amount'),
});

/**
 * Returns SQL that selects a column of the table `reversals` for the transaction `r`; null if `r`
 * is not a reversal.
 */
const reversalOf = (column: string) => `(select v.${column} from reversals v
  where v.org_id = r.org_id and v.transaction_id = r.id)`;

const paymentOf = (column: string) => `(select p.${column} from payments p
  where p.org_id = r.org_id and p.id = r.id)`;

/**
 * SQL that selects the complement that was made for a payment. If none was made, it selects the
 * only complement that matches the payment.
 */
const complementRef = `coalesce(
  (select k.complement from payment_complements k where k.org_id = r.org_id and k.payment_id = r.id),
  (select min(c.complement) from certifications c where c.org_id = r.org_id and c.payment_id = r.id
    having count(distinct c.complement) = 1))`;

const madeComplement = object<NonNullable<Shape['complement']>>({
  // The column contains only valid states of a complement.
  status: 's.status' as never,
  issues: json('s.issues'),
  nextStep: `case when s.issues is null then null when k.state = 'failed'
    then 'The payment is recorded. Mend what the issues say, then draft its complement with POST /v1/cfdi.'
    when exists (select 1 from reversals v where v.org_id = r.org_id and v.reversed = r.id)
    then 'The payment was reversed. Delete its drafted complement with DELETE /v1/cfdi/' || k.complement || '.'
    else 'The complement is drafted. Mend what the issues say, then stamp it with POST /v1/cfdi/'
      || k.complement || '/stamp.' end`,
});

/**
 * Reads the status of the complement from its own document, which may be stamped or canceled by any request.
 * The complement reference is computed in a lateral join, because under row-level security a
 * subquery in the join could not use an index.
 */
const complementOfPayment = `(select ${madeComplement} from payment_complements k
  cross join lateral (select ${complementRef} as ref offset 0) c
  left join documents d on d.org_id = k.org_id and d.ref = c.ref
  cross join lateral (select case when d.is_valid then 'stamped' when not d.is_valid then 'canceled'
    when k.due_at is not null then 'processing' else k.state end as status,
    case when d.ref is null and k.due_at is null then k.issues end as issues) s
  where k.org_id = r.org_id and k.payment_id = r.id)`;

/**
 * Returns SQL that calculates the amount shown for a transaction, which is its change of the open
 * balance. Applied credit does not change the sum of debt and credit of a contact. For applied
 * credit, the amount is the change of the documents' debt: an application lowers the debt, and its
 * reversal raises the debt.
 */
export const shownAmount = (t: string): string => `case when ${t}.amount <> 0 then ${t}.amount
  else coalesce((select -c.amount from payments c
      where c.org_id = ${t}.org_id and c.id = ${t}.id and c.source = 'credit'),
    (select c.amount from reversals v join payments c on c.org_id = v.org_id and c.id = v.reversed
      where v.org_id = ${t}.org_id and v.transaction_id = ${t}.id and c.source = 'credit'), 0) end`;

export const transactionResource = resource<Shape>('account transaction', 'transactions', {
  transactionId: 'r.id',
  kind: 'r.kind',
  side: 'r.side',
  occurredOn: 'r.occurred_on',
  recordedAt: instant('r.recorded_at'),
  contactId: `case when r.contact like '________-____-____-____-____________' then r.contact end`,
  counterpartyRfc: `case when r.contact ~ '^[A-ZÑ&]{3,4}[0-9]{6}[A-Z0-9]{3}$' then r.contact end`,
  documentRef: 'r.document_ref',
  formCode: paymentOf('form_code'),
  reference: paymentOf('reference'),
  applications: json(`(select json_agg(${application} order by a.document_ref) from applications a
    where a.org_id = r.org_id and a.payment_id = r.id)`),
  creditTransactionId: `(select p.id from payments p
    where p.org_id = r.org_id and p.beside = r.id)`,
  complementDocumentRef: complementRef,
  complement: json(complementOfPayment),
  reverses: reversalOf('reversed'),
  reason: reversalOf('reason'),
  reversedBy: `(select v.transaction_id from reversals v
    where v.org_id = r.org_id and v.reversed = r.id)`,
  currency: 'r.currency',
  amount: number(shownAmount('r')),
  // The reversal of a payment that a complement matches changes no balance, because the complement still
  // counts.
  entries: json(`coalesce((select json_agg(${entry} order by e.account) from (select account,
      sum(amount) as amount from entries where org_id = r.org_id and transaction_id = r.id
      group by account having sum(amount) <> 0) e), '[]')`),
});

export const transactionList: List = {
  name: 'account_transactions',
  resource: transactionResource,
  dateColumn: 'r.occurred_on',
};

/**
 * SQL condition for the transactions of the document `$1`: transactions that the document caused,
 * transactions that changed its balance, and payments of the document with their reversals.
 * Payments and reversals are selected by a separate condition, because they change no balance while
 * a complement matches their money.
 */
export const ofDocument = `r.id = any(array(
  select t.id from transactions t where t.org_id = b.org::uuid and t.document_ref = $1::text
  union select e.transaction_id from documents d
    join entries e on e.org_id = d.org_id and e.family = d.family
    where d.org_id = b.org::uuid and d.ref = $1::text
  union select unnest(array[a.payment_id, v.transaction_id]) from documents d
    join applications a on a.org_id = d.org_id and a.family = d.family
    left join reversals v on v.org_id = a.org_id and v.reversed = a.payment_id
    where d.org_id = b.org::uuid and d.ref = $1::text))`;
