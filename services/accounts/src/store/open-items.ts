import { defineEntity, p } from '@mikro-orm/postgresql';
import { Decimal } from '@timbre/fiscal';
import type { Transaction } from '@timbre/kit';
import {
  withRestsOfDays,
  type Application,
  type ComplementMatch,
} from '../domain/match-complements';
import type { Amounts, OpenBalance } from '../domain/open-item';
import { needsReview, type OpenItemState } from '../domain/open-item-state';
import { debtOf, type DatedOpenItem, type Debt } from '../domain/reductions';
import { waitingRefunds } from '../domain/refunds';
import {
  collectionColumns,
  collectionOf,
  type Collection,
  type CollectionRow,
} from './collected-documents';

/**
 * The amount of a complement that matches a payment. The table of matches has no primary key,
 * because the payment can be null.
 */
export const MatchRecord = defineEntity({
  name: 'MatchRecord',
  tableName: 'certifications',
  properties: {
    organizationId: p.uuid().name('org_id').primary(),
    complement: p.text().primary(),
    openItem: p.text().name('family').primary(),
    /** The payment is null for a matched amount without a known payment. */
    paymentId: p.uuid().nullable(),
    amount: p.decimal(),
  },
});

interface ClaimRow {
  ref: string;
  kind: 'payment' | 'credit' | 'uncertain';
  amount: string;
  occurredOn: string;
  /**
   * Whether the document has the same currency as the open item. For a credit note, the RFC must be
   * the same too.
   */
  isSure: boolean;
  isOfRefund: boolean;
}

type ApplicationRow = Omit<Application, 'amount'> & { amount: string };

interface OpenItemRow {
  documentRef: string;
  openItem: string;
  side: OpenItemState['side'];
  role: string;
  isValid: boolean;
  isSuperseded: boolean;
  /** Whether an invoice took over the debt of the document and its payments. */
  isTakenOver: boolean;
  contact: string;
  currency: string;
  total: string;
  isDeferred: boolean;
  spent: string;
  claims: ClaimRow[] | null;
  refunds: { amount: string; occurredOn: string }[] | null;
  moneyBack: string;
  matched: ApplicationRow[] | null;
  days: { paidOn: string; amount: string }[] | null;
  matches: { complement: string; paymentId: string | null; amount: string }[] | null;
  posted: Record<string, string> | null;
}

/** An open item with the sums of its entries, keyed by account. */
export interface PostedOpenItem extends DatedOpenItem {
  posted: Amounts;
}

/**
 * A complement that a valid complement replaces pays no invoice (c_TipoRelacion 04). Under
 * row-level security `@>` cannot use a general index, so a partial index contains the few documents
 * that replace other documents.
 */
const isReplaced = `exists (select 1 from documents b where b.org_id = n.org_id
  and b.replaces <> '{}' and b.replaces @> array[n.uuid] and b.is_valid)`;

const claimsSql = `select json_agg(json_build_object('ref', c.ref, 'kind', c.kind,
    'amount', c.amount::text, 'occurredOn', n.occurred_on, 'isOfRefund', n.is_covered,
    'isSure', c.currency = d.currency and (c.kind <> 'credit' or n.rfc is not distinct from d.rfc)))
  from claims c join documents n on n.org_id = c.org_id and n.ref = c.ref
  where c.org_id = d.org_id and c.family = d.family
    and not (n.role = 'complement' and ${isReplaced})`;

/** SQL that converts the application with alias `a` to the type `Application`. */
const applicationJson = `json_build_object('paymentId', a.payment_id, 'amount', a.amount::text,
  'paidOn', (select p.paid_on from payments p where p.org_id = a.org_id and p.id = a.payment_id),
  'isReversed', exists (select from reversals r
    where r.org_id = a.org_id and r.reversed = a.payment_id),
  'complement', (select k.complement from payment_complements k
    where k.org_id = a.org_id and k.payment_id = a.payment_id))`;

/**
 * The open items that count for a document: its own open item, and the open items of receipts whose
 * payments an invoice took over.
 */
const openItemsSql = `select d.family union all select o.family from documents o
  where o.org_id = d.org_id and o.owed_by = d.ref and d.is_valid and d.is_deferred`;

const isTakenOver = `exists (select 1 from documents i where i.org_id = d.org_id
  and i.ref = d.owed_by and i.is_valid and i.is_deferred)`;

/**
 * Returns SQL that adds up applications by payment, because one payment of two receipts counts as
 * one payment of the invoice that took over both receipts.
 */
const byPayment = (applications: string) => `(select a.org_id, a.payment_id, sum(a.amount) as amount
  from ${applications} group by a.org_id, a.payment_id) a`;

/**
 * The payments that complements match. Payments without a matching complement are read as sums per
 * day.
 */
const matchedSql = `select json_agg(${applicationJson} order by a.payment_id)
  from ${byPayment(`(select distinct k.payment_id from certifications k
      where k.org_id = d.org_id and k.family = d.family and k.payment_id is not null) k
    cross join (${openItemsSql}) o join applications a on a.org_id = d.org_id
      and a.payment_id = k.payment_id and a.family = o.family`)}`;

const daysSql = `select json_agg(json_build_object('paidOn', x.paid_on, 'amount', x.amount::text)
    order by x.paid_on) from (select s.paid_on, sum(s.amount) as amount
  from (${openItemsSql}) o join daily_applications s on s.org_id = d.org_id and s.family = o.family
  where s.amount > 0 group by s.paid_on) x`;

/**
 * The refunds of receipts that lower the balance of their invoice. The total of an invoice already
 * excludes refunds that were made before the invoice.
 */
const refundsSql = `select json_agg(json_build_object('amount', c.amount::text,
    'occurredOn', n.occurred_on) order by n.occurred_on, n.ref)
  from documents n join claims c on c.org_id = n.org_id and c.ref = n.ref
  where n.org_id = d.org_id and n.owed_by = d.ref and n.role = 'credit_note' and n.is_valid`;

const moneyBackSql = `select coalesce(sum(m.amount), 0)::text
  from (${openItemsSql}) o join money_back m on m.org_id = d.org_id and m.family = o.family`;

const matchesSql = `select json_agg(json_build_object('complement', k.complement,
    'paymentId', k.payment_id, 'amount', k.amount::text))
  from certifications k where k.org_id = d.org_id and k.family = d.family`;

const postedSql = `select json_object_agg(x.account, x.amount) from (
    select e.account, sum(e.amount)::text as amount from entries e
    where e.org_id = d.org_id and e.family = d.family group by e.account) x`;

const openItemSql = `select d.ref as "documentRef", d.family as "openItem", d.side, d.role, d.is_valid as "isValid",
    d.contact, d.currency, d.total::text as total, d.is_deferred as "isDeferred",
    d.spent::text as spent,
    ${isTakenOver} as "isTakenOver", d.is_covered or ${isTakenOver} or exists (select 1 from documents e where e.org_id = d.org_id and e.supports = d.family
        and e.is_valid) as "isSuperseded",
    (${claimsSql}) as claims, (${matchedSql}) as matched, (${daysSql}) as days,
    (${refundsSql}) as refunds, (${moneyBackSql}) as "moneyBack",
    (${matchesSql}) as matches, (${postedSql}) as posted
  from documents d where d.org_id = $1 and d.family = $2`;

/**
 * Returns an SQL condition that is true if balance events of a document are emitted. Balance events
 * are not emitted for a document that was paid at once.
 */
const isAnnouncedSql = (row: string): string =>
  `(${row}.is_deferred or ${row}.fiscal > 0 or ${row}.needs_review)`;

/** Reads an open item in its current state; undefined if its main document is not stored yet. */
export async function readOpenItem(
  tx: Transaction,
  openItem: string,
): Promise<PostedOpenItem | undefined> {
  const [row] = await tx.rows<OpenItemRow>(openItemSql, [tx.organizationId, openItem]);
  return row && stateOf(row);
}

/**
 * Reads every application of an open item, in the order in which the payments were recorded. Only the
 * matching of a new complement needs single applications.
 */
export async function readApplications(tx: Transaction, openItem: string): Promise<Application[]> {
  const rows = await tx.rows<{ application: ApplicationRow }>(
    `select ${applicationJson} as application
     from documents d cross join lateral ${byPayment(`(${openItemsSql}) o
       join applications a on a.org_id = d.org_id and a.family = o.family`)}
     where d.org_id = $1 and d.family = $2 order by a.payment_id`,
    [tx.organizationId, openItem],
  );
  return rows.map(({ application }) => withAmount(application));
}

const withAmount = <Row extends { amount: string }>(row: Row) => ({
  ...row,
  amount: Decimal.from(row.amount),
});

function stateOf(row: OpenItemRow): PostedOpenItem {
  const { documentRef, side, contact, currency, isDeferred, isValid, isSuperseded, role } = row;
  const claims = (row.claims ?? []).map(withAmount);
  const total = Decimal.from(row.total);
  const notes = claims.filter(({ kind, isSure }) => kind === 'credit' && isSure);
  const refunds = (row.refunds ?? []).map(withAmount);
  const waiting = waitingRefunds(refunds, notes, total);
  return {
    documentRef,
    side,
    contact,
    currency,
    isDeferred,
    state: isSuperseded ? 'superseded' : isValid ? 'live' : 'canceled',
    total,
    isCfdi: role === 'invoice',
    spent: Decimal.from(row.spent),
    paid: claims.flatMap(({ kind, isSure, ref, amount, occurredOn }) =>
      kind === 'payment' && isSure ? [{ ref, occurredOn, amount }] : [],
    ),
    credited: Decimal.sum(notes.map(({ amount }) => amount)),
    refunded: Decimal.sum(waiting.map(({ amount }) => amount)),
    moneyBack: row.isTakenOver ? Decimal.zero : Decimal.from(row.moneyBack),
    creditNotes: [...notes, ...waiting].map(({ occurredOn, amount }) => ({
      kind: 'credit_note',
      occurredOn,
      amount,
    })),
    hasUncertainCredit: claims.some(
      ({ kind, isSure }) => kind === 'uncertain' || (kind === 'credit' && !isSure),
    ),
    applications: row.isTakenOver
      ? []
      : withRestsOfDays((row.matched ?? []).map(withAmount), (row.days ?? []).map(withAmount)),
    matches: (row.matches ?? []).map(withAmount),
    posted: new Map(
      Object.entries(row.posted ?? {}).map(([account, amount]) => [account, Decimal.from(amount)]),
    ),
  };
}

/** Stores new matches of complements and payments. Stored matches never change. */
export async function keepMatches(
  tx: Transaction,
  openItem: string,
  made: readonly ComplementMatch[],
): Promise<void> {
  if (made.length === 0) return;
  await tx.rows(
    `insert into certifications (org_id, family, complement, payment_id, amount)
     select $1, $2, x.* from unnest($3::text[], $4::uuid[], $5::numeric[]) x`,
    [
      tx.organizationId,
      openItem,
      made.map(({ complement }) => complement),
      made.map(({ paymentId }) => paymentId),
      made.map(({ amount }) => amount.toString()),
    ],
  );
}

/** Calculates the balance columns of a document from its open item. */
export function balanceRow(
  state: DatedOpenItem,
  { fiscal, uncertified, effective }: OpenBalance,
): BalanceRow {
  const papers = Decimal.sum(state.paid.map(({ amount }) => amount));
  return {
    fiscal: fiscal.toString(),
    uncertified: uncertified.toString(),
    spent: state.spent.toString(),
    needsReview: needsReview(state),
    remaining: Decimal.max(Decimal.zero, state.total.minus(papers)).toString(),
    debt: debtOf(state, effective),
  };
}

export interface BalanceRow {
  fiscal: string;
  uncertified: string;
  spent: string;
  needsReview: boolean;
  remaining: string;
  debt: Debt | null;
}

/**
 * Updates the balance of a document. `$1` is the organization, `$2` the reference of the document
 * and `$3` a `BalanceRow`. The debt is the JSON value `null` for a document without a debt.
 */
const storeSql = `update documents d set fiscal = x.fiscal, uncertified = x.uncertified, spent = x.spent,
    needs_review = x."needsReview", remaining = x.remaining, debt = coalesce(x.debt, 'null'),
    standing_version = d.standing_version + 1
  from documents b, jsonb_to_record($3::jsonb) x (fiscal numeric, uncertified numeric, spent numeric,
    "needsReview" bool, remaining numeric, debt jsonb)
  where b.org_id = $1 and b.ref = $2 and d.org_id = b.org_id and d.ref = b.ref
    and (d.fiscal, d.uncertified, d.spent, d.needs_review, d.remaining, d.debt) is distinct from
      (x.fiscal, x.uncertified, x.spent, x."needsReview", x.remaining, coalesce(x.debt, 'null'))
  returning ${isAnnouncedSql('d')} or ${isAnnouncedSql('b')} as "isAnnounced", ${collectionColumns}`;

/** A change of a balance that was stored. */
export interface BalanceChange {
  /**
   * Whether an event is emitted for the change, because the document is open or was open before.
   */
  isAnnounced: boolean;
  /** The document after the change of its balance, as `readCollection` returns it. */
  collection: Collection | undefined;
}

/**
 * Stores the current balance of the document.
 * @returns undefined if the stored balance was already up to date
 */
export async function storeBalance(
  tx: Transaction,
  state: DatedOpenItem,
  balance: OpenBalance,
): Promise<BalanceChange | undefined> {
  const [row] = await tx.rows<CollectionRow & { isAnnounced: boolean }>(storeSql, [
    tx.organizationId,
    state.documentRef,
    JSON.stringify(balanceRow(state, balance)),
  ]);
  if (!row) return undefined;
  const { isAnnounced, ...changed } = row;
  return { isAnnounced, collection: collectionOf(tx, changed) };
}
