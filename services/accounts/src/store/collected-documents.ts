import { addDays, Decimal, type CalendarDate, type SettlementTerms } from '@timbre/fiscal';
import type { Transaction } from '@timbre/kit';
import { isContact } from './contacts';
import {
  installmentOfRow,
  installmentsSql,
  type StoredInstallment,
  type InstallmentRow,
} from './installments';
import { dayIn, zoneSql } from './organizations';
import { livePlanSql, planOf, type PlanRow, type StoredPlan } from './plans';

/** A document of a customer, with its balances and its payment terms. */
export interface CollectedDocument {
  ref: string;
  /** The number of changes of the balances and of the plan. */
  version: number;
  contact: string;
  currency: string;
  occurredOn: CalendarDate;
  isValid: boolean;
  total: Decimal;
  fiscal: Decimal;
  effective: Decimal;
  terms: SettlementTerms | null;
  /** The due date on the document. */
  dueDate: CalendarDate | null;
  /** The due date that follows from the customer's payment terms (`defaultPaymentTermDays`). */
  agreedOn: CalendarDate | null;
  /** The day on which the next payment is due. */
  nextDueOn: CalendarDate | null;
}

/** A customer's document with its current plan and installments. */
export interface Collection {
  document: CollectedDocument;
  plan: PlanRow | undefined;
  installments: StoredInstallment[];
  today: CalendarDate;
}

export interface CollectionRow extends Pick<
  CollectedDocument,
  'ref' | 'version' | 'contact' | 'currency'
> {
  occurredOn: CalendarDate;
  isValid: boolean;
  total: string;
  fiscal: string;
  effective: string;
  terms: SettlementTerms | null;
  dueDate: CalendarDate | null;
  nextDueOn: CalendarDate | null;
  termDays: number | null;
  plan: StoredPlan | null;
  installments: InstallmentRow[] | null;
  zone: string | null;
  isOwed: boolean;
}

/**
 * SQL that selects the columns of a `Collection` for the document with alias `d`; `$1` is the
 * organization and `$2` the document reference. A document has a collection only if the column
 * `isOwed` is true.
 */
export const collectionColumns = `d.ref, d.standing_version as version, d.contact, d.currency, d.terms,
  d.occurred_on::text as "occurredOn", d.is_valid as "isValid", d.total::text as total,
  d.fiscal::text as fiscal, d.open::text as effective, d.due_on::text as "dueDate",
  d.next_due_on::text as "nextDueOn",
  (select k.default_term_days from contacts k where k.org_id = d.org_id
    and k.id = case when ${isContact('d.contact')} then d.contact::uuid end limit 1) as "termDays",
  (select to_json(p) from (${livePlanSql}) p) as plan,
  (select json_agg(u) from (${installmentsSql(`(select p."planId" from (${livePlanSql}) p)`)}) u) as installments,
  (${zoneSql} $1) as zone,
  d.side = 'receivable' and d.family is not null and (d.is_deferred or d.open > 0
    or exists (select 1 from dues u where u.org_id = d.org_id and u.document_ref = d.ref)) as "isOwed"`;

/**
 * Reads a document that a customer owes. Returns undefined if the document is unknown, or was paid
 * at once and never had an open balance. The caller must hold the lock of the document.
 */
export async function readCollection(
  tx: Transaction,
  ref: string,
): Promise<Collection | undefined> {
  const [row] = await tx.rows<CollectionRow>(
    `select ${collectionColumns} from documents d where d.org_id = $1 and d.ref = $2`,
    [tx.organizationId, ref],
  );
  return row && collectionOf(tx, row);
}

/**
 * Converts a row of `collectionColumns` to a collection.
 * @returns undefined if the document was paid at once and never had an open balance
 */
export function collectionOf(tx: Transaction, row: CollectionRow): Collection | undefined {
  const { isOwed, termDays, total, fiscal, effective, plan, installments, zone, ...rest } = row;
  if (!isOwed) return undefined;
  const document = {
    ...rest,
    total: Decimal.from(total),
    fiscal: Decimal.from(fiscal),
    effective: Decimal.from(effective),
    agreedOn: termDays === null ? null : addDays(row.occurredOn, termDays),
  };
  return {
    document,
    plan: plan ? planOf(plan) : undefined,
    installments: (installments ?? []).map(installmentOfRow),
    today: dayIn(tx.businessNow, zone),
  };
}

/** Stores the next due date of a document and increments the document's version. */
export async function storeNextDue(
  tx: Transaction,
  document: CollectedDocument,
  nextDueOn: CalendarDate | null,
): Promise<CollectedDocument> {
  await tx.rows(
    `update documents set next_due_on = $3, standing_version = standing_version + 1
     where org_id = $1 and ref = $2`,
    [tx.organizationId, document.ref, nextDueOn],
  );
  return { ...document, nextDueOn, version: document.version + 1 };
}
