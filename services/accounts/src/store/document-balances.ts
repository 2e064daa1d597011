import { Decimal, type CalendarDate } from '@timbre/fiscal';
import { onlyRow, type Transaction } from '@timbre/kit';
import type { Today } from '@timbre/api';
import { type Side } from '../domain/open-item';
import { lockOpenItems } from './documents';
import { openFencesSql, type Fence } from './fences';
import { todayIn, zoneSql } from './organizations';

/** A document with its balances; amounts are in the currency of the document. */
export interface DocumentBalances {
  ref: string;
  openItem: string;
  side: Side;
  contact: string;
  currency: string;
  total: Decimal;
  /** F, the fiscal balance of the document. */
  fiscal: Decimal;
  /** U, recorded money whose complement is not stamped yet. */
  uncertified: Decimal;
  /** E, the effective balance of the document. */
  open: Decimal;
  /** The total minus valid complements: the previous balance that the next complement states. */
  remaining: Decimal;
  needsReview: boolean;
  isValid: boolean;
  isDeferred: boolean;
  occurredOn: CalendarDate;
  dueOn: CalendarDate | null;
  /** The due date of the oldest open installment of the plan. */
  nextDueOn: CalendarDate | null;
  /** The settlementTerms that the document states. */
  terms: object | null;
  version: number;
}

type Row = {
  [Name in keyof DocumentBalances]: DocumentBalances[Name] extends Decimal
    ? string
    : DocumentBalances[Name];
};

const balanceColumns = `d.ref, d.family as "openItem", d.side, d.contact, d.currency, d.total::text as total,
  d.fiscal::text as fiscal, d.uncertified::text as uncertified, d.open::text as open,
  d.remaining::text as remaining, d.needs_review as "needsReview", d.is_valid as "isValid",
  d.is_deferred as "isDeferred", d.occurred_on::text as "occurredOn", d.due_on::text as "dueOn",
  d.next_due_on::text as "nextDueOn", d.terms, d.standing_version as version`;

const balancesSql = `select ${balanceColumns} from documents d
  where d.org_id = $1 and d.family is not null`;

const documentOfRow = (row: Row): DocumentBalances => ({
  ...row,
  total: Decimal.from(row.total),
  fiscal: Decimal.from(row.fiscal),
  uncertified: Decimal.from(row.uncertified),
  open: Decimal.from(row.open),
  remaining: Decimal.from(row.remaining),
});

/**
 * Reads and locks the documents with the given references until the commit. The locks prevent
 * payments, plans and events of the same document from running at the same time. Documents without
 * a balance are left out of the result. Call `lockDocuments` only once in a transaction: one call
 * takes all locks in sorted order, and a second call could cause a deadlock.
 */
export async function lockDocumentBalances(
  tx: Transaction,
  refs: readonly string[],
): Promise<DocumentBalances[]> {
  await lockOpenItems(tx, refs);
  const rows = await tx.rows<Row>(`${balancesSql} and d.ref = any($2::text[]) order by d.ref`, [
    tx.organizationId,
    refs,
  ]);
  return rows.map(documentOfRow);
}

/**
 * The locked data from which a payment is decided. One SQL statement reads the balances after all
 * locks are taken.
 */
export interface PaidFrom extends Today {
  documents: DocumentBalances[];
  /** The open fences of the payment's contact and documents. */
  fences: Fence[];
}

/**
 * Locks the contact of a payment and the given documents until the transaction commits. The contact
 * gets a shared lock, as in postings of documents. The shared lock of a contact conflicts only with
 * the exclusive lock of `lockContacts`. Call this function only once in a transaction.
 */
export async function lockForPayment(
  tx: Transaction,
  contact: string,
  refs: readonly string[],
): Promise<PaidFrom> {
  // A document that another transaction adds after the locks were taken is left out, because it is
  // not locked.
  const openItems = await lockOpenItems(tx, refs, contact);
  type Read = { documents: Row[] | null; fences: Fence[] | null; zone: string | null };
  const rows = await tx.rows<Read>(
    `select (select json_agg(x order by x.ref) from (${balancesSql} and d.family = any($2::text[])
         and d.ref = any($3::text[])) x) as documents,
       (select json_agg(f) from (${openFencesSql('$4')}) f) as fences, (${zoneSql} $1) as zone`,
    [tx.organizationId, openItems, refs, [contact, ...refs]],
  );
  const { documents, fences, zone } = onlyRow(rows);
  return {
    documents: (documents ?? []).map(documentOfRow),
    fences: fences ?? [],
    ...todayIn(tx.businessNow, zone),
  };
}

/** Reads the references of a contact's open documents, the earliest due date first. */
export async function openRefs(
  tx: Transaction,
  { side, contact, currency }: Pick<DocumentBalances, 'side' | 'contact' | 'currency'>,
  max: number,
): Promise<string[]> {
  const rows = await tx.rows<{ ref: string }>(
    `select ref from documents
     where org_id = $1 and side = $2 and contact = $3 and currency = $4 and open > 0
     order by coalesce(next_due_on, due_on, occurred_on), occurred_on, ref limit $5`,
    [tx.organizationId, side, contact, currency, max],
  );
  return rows.map(({ ref }) => ref);
}
