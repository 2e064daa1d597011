import { defineEntity, p, type InferEntity } from '@mikro-orm/postgresql';
import { Decimal, valueAt } from '@timbre/fiscal';
import { byName, type Transaction } from '@timbre/kit';
import type { Allocation } from '../domain/payment';
import type { Side } from '../domain/open-item';

/** An application: the amount of a payment that covers a document. */
export const Application = defineEntity({
  name: 'Application',
  tableName: 'applications',
  properties: {
    organizationId: p.uuid().name('org_id').primary(),
    paymentId: p.uuid().primary(),
    /** The open item of the document that the payment covers. */
    openItem: p.text().name('family').primary(),
    documentRef: p.text(),
    amount: p.decimal(),
  },
});

/**
 * The applications of an open item that were not reversed, added up by day and form of payment.
 * Triggers on the tables `applications` and `reversals` update the sums, so that the number of
 * payments does not slow down the reading of a document.
 */
export const DailyApplications = defineEntity({
  name: 'DailyApplications',
  tableName: 'daily_applications',
  properties: {
    organizationId: p.uuid().name('org_id').primary(),
    openItem: p.text().name('family').primary(),
    paidOn: p.date().primary(),
    formCode: p.text().primary(),
    amount: p.decimal(),
  },
});

/** A payment; its identifier is the identifier of its transaction. */
export const PaymentRecord = defineEntity({
  name: 'PaymentRecord',
  tableName: 'payments',
  properties: {
    id: p.uuid().primary(),
    organizationId: p.uuid().name('org_id').primary(),
    side: p.text().$type<Side>(),
    contact: p.text(),
    currency: p.text(),
    amount: p.decimal(),
    source: p.text().$type<'money' | 'credit'>(),
    formCode: p.text().nullable(),
    paidOn: p.date(),
    reference: p.text().nullable(),
    /** The payment that the same request recorded together with this use of credit. */
    beside: p.uuid().nullable(),
  },
});

/** The reversal of a transaction by another transaction. */
export const Reversal = defineEntity({
  name: 'Reversal',
  tableName: 'reversals',
  properties: {
    organizationId: p.uuid().name('org_id').primary(),
    reversed: p.uuid().primary(),
    transactionId: p.uuid(),
    reason: p.text(),
  },
});

export type Reversal = InferEntity<typeof Reversal>;

/** A stored payment; its identifier is the identifier of its transaction. */
export interface Payment {
  id: string;
  side: Side;
  contact: string;
  currency: string;
  amount: Decimal;
  source: 'money' | 'credit';
  formCode: string | undefined;
  paidOn: string;
  reference: string | undefined;
  /** The payment that the same request recorded together with this use of credit. */
  beside: string | undefined;
}

/** Returns the key for the entries of a payment that do not belong to a document. */
export const openItemOfPayment = (paymentId: string): string => `payment:${paymentId}`;

/**
 * Stores a payment with the amounts that it covers of each document.
 * @param openItems the open items, keyed by the reference of their document
 */
export async function addPayment(
  tx: Transaction,
  payment: Payment,
  allocations: readonly Allocation[],
  openItems: ReadonlyMap<string, string>,
): Promise<void> {
  const { id, side, contact, currency, amount, source, formCode, paidOn } = payment;
  const refs = allocations.map(({ ref }) => ref);
  await tx.rows(
    ...byName(
      `with paid as (insert into payments (org_id, id, side, contact, currency, amount, source,
           form_code, paid_on, reference, beside)
         values (:org, :id, :side, :contact, :currency, :amount, :source,
           :formCode, :paidOn, :reference, :beside))
       insert into applications (org_id, payment_id, document_ref, family, amount)
       select :org, :id, x.* from unnest(:refs::text[], :openItems::text[], :amounts::numeric[]) x`,
      {
        org: tx.organizationId,
        id,
        side,
        contact,
        currency,
        amount: amount.toString(),
        source,
        formCode: formCode ?? null,
        paidOn,
        reference: payment.reference ?? null,
        beside: payment.beside ?? null,
        refs,
        openItems: refs.map((ref) => valueAt(openItems, ref)),
        amounts: allocations.map((one) => one.amount.toString()),
      },
    ),
  );
}

/**
 * Reads a payment with the open items of the documents that it covers and of the documents that
 * took over their debt.
 */
export async function findPayment(
  tx: Transaction,
  id: string,
): Promise<(Payment & { applied: Decimal; openItems: string[] }) | undefined> {
  type Row = Omit<Payment, 'amount'> & { amount: string; applied: string; openItems: string[] };
  const [row] = await tx.rows<Row>(
    `select p.id, p.side, p.contact, p.currency, p.amount::text as amount, p.source,
       p.paid_on::text as "paidOn",
       (select coalesce(sum(a.amount), 0)::text from applications a
         where a.org_id = p.org_id and a.payment_id = p.id) as applied,
       array(select x.family from applications a
         join documents d on d.org_id = a.org_id and d.family = a.family
         left join documents i on i.org_id = d.org_id and i.ref = d.owed_by
         cross join unnest(array[d.family, i.family]) x (family)
         where a.org_id = p.org_id and a.payment_id = p.id and x.family is not null
         order by x.family) as "openItems"
     from payments p where p.org_id = $1 and p.id = $2`,
    [tx.organizationId, id],
  );
  return row && { ...row, amount: Decimal.from(row.amount), applied: Decimal.from(row.applied) };
}

/**
 * Returns the newest document that a payment of money covers, if that document is dated after the
 * payment.
 */
export async function documentAfterPayment(
  tx: Transaction,
  paymentId: string,
): Promise<{ documentRef: string; issuedOn: string; paidOn: string } | undefined> {
  const [row] = await tx.rows<{ documentRef: string; issuedOn: string; paidOn: string }>(
    `select d.ref as "documentRef", d.occurred_on::text as "issuedOn", p.paid_on::text as "paidOn"
     from payments p
     join applications a on a.org_id = p.org_id and a.payment_id = p.id
     join documents d on d.org_id = a.org_id and d.ref = a.document_ref
     where p.org_id = $1 and p.id = $2 and p.source = 'money' and d.occurred_on > p.paid_on
     order by d.occurred_on desc, d.ref limit 1`,
    [tx.organizationId, paymentId],
  );
  return row;
}

/**
 * Stores the reversal of a transaction.
 * @returns false if the transaction was already reversed
 */
export async function addReversal(
  tx: Transaction,
  { reversed, transactionId, reason }: Pick<Reversal, 'reversed' | 'transactionId' | 'reason'>,
): Promise<boolean> {
  const added = await tx.rows(
    `insert into reversals (org_id, reversed, transaction_id, reason) values ($1, $2, $3, $4)
     on conflict do nothing returning 1`,
    [tx.organizationId, reversed, transactionId, reason],
  );
  return added.length > 0;
}
