import { defineEntity, p, type InferEntity } from '@mikro-orm/postgresql';
import { byName, type Issue, type Transaction } from '@timbre/kit';
import type { PaidMoney } from '../domain/complement';

/** The progress of the payment complement that a payment needs. */
export const PaymentComplement = defineEntity({
  name: 'PaymentComplement',
  tableName: 'payment_complements',
  properties: {
    organizationId: p.uuid().name('org_id').primary(),
    paymentId: p.uuid().primary(),
    /**
     * The idempotency key of the request that recorded the payment; null after the response is stored.
     */
    requestKey: p.text().nullable(),
    wanted: p.text().$type<'draft' | 'stamp'>(),
    state: p
      .text()
      .$type<'pending' | 'drafted' | 'stamped' | 'not_needed' | 'deleted' | 'failed'>(),
    attempt: p.integer(),
    /** The reference of the payment complement. */
    complement: p.text().nullable(),
    exchangeRate: p.text().nullable(),
    receivedCurrency: p.text().nullable(),
    receivedAmount: p.decimal().nullable(),
    issues: p.json<readonly Issue[]>().nullable(),
    /** The time of the next attempt; null if no work on the complement remains. */
    dueAt: p.datetime().nullable(),
    /** The digest of the content of the draft when it was made. */
    draftVersion: p.text().nullable(),
  },
});

export type PaymentComplement = InferEntity<typeof PaymentComplement>;

/** The data of the complement that was requested for a payment. */
export interface WantedComplement {
  wanted: PaymentComplement['wanted'];
  exchangeRate?: string | undefined;
  received?: { currency: string; amount: string } | undefined;
}

/**
 * Returns the identifier of the payment that an interrupted request has already recorded, or undefined if
 * there is no such payment.
 */
export async function paymentOfRequest(
  tx: Transaction,
  requestKey: string,
): Promise<string | undefined> {
  const [row] = await tx.rows<{ id: string }>(
    'select payment_id as id from payment_complements where org_id = $1 and request_key = $2',
    [tx.organizationId, requestKey],
  );
  return row?.id;
}

/**
 * Records that the response of the request is stored, so the job does not repeat the request. The
 * service returns the stored response if the request is repeated.
 */
export async function endRequest(tx: Transaction, paymentId: string): Promise<void> {
  await tx.rows(
    'update payment_complements set request_key = null where org_id = $1 and payment_id = $2',
    [tx.organizationId, paymentId],
  );
}

/** Records that a complement must be made, if the payment covers an invoice. */
export async function addComplement(
  tx: Transaction,
  paymentId: string,
  requestKey: string,
  { wanted, exchangeRate, received }: WantedComplement,
): Promise<void> {
  await tx.rows(
    ...byName(
      `insert into payment_complements (org_id, payment_id, request_key, wanted, exchange_rate,
         received_currency, received_amount, state, due_at)
       select :org, :paymentId, :requestKey, :wanted, :exchangeRate, :currency, :amount::numeric,
         case when n.is_needed then 'pending' else 'not_needed' end,
         case when n.is_needed then :now::timestamptz end
       from (select exists (${invoicesSql(':org', ':paymentId')}) as is_needed) n`,
      {
        org: tx.organizationId,
        paymentId,
        requestKey,
        wanted,
        exchangeRate: exchangeRate ?? null,
        currency: received?.currency ?? null,
        amount: received?.amount ?? null,
        now: tx.now,
      },
    ),
  );
}

/**
 * SQL that selects the invoices that a payment covers. Receipts and expenses are left out, because they
 * need no complement.
 */
const invoicesSql = (
  org: string,
  payment: string,
) => `select d.uuid, trim_scale(a.amount)::text as amount from applications a
  join documents d on d.org_id = a.org_id and d.ref = a.document_ref
  where a.org_id = ${org} and a.payment_id = ${payment} and d.role = 'invoice' and d.is_deferred
  order by a.document_ref`;

/** A complement that must be made, together with the data of its payment. */
export interface ComplementToMake extends PaidMoney, Pick<PaymentComplement, 'wanted' | 'attempt'> {
  /** The reference of the complement's draft, or null if no draft exists. */
  complement: string | null;
  draftVersion: string | null;
  isDrafted: boolean;
  isReversed: boolean;
  invoices: { uuid: string; amount: string }[];
}

type Row = Omit<ComplementToMake, 'invoices' | 'received'> & {
  receivedCurrency: string | null;
  receivedAmount: string | null;
};

/**
 * Claims the open work on a complement until the given time. After the claim ends, another worker
 * may claim the work.
 * @param isForced true to claim the work even if it is not due yet
 * @returns undefined if no work is left, or if another worker has claimed the work
 */
export async function claimComplement(
  tx: Transaction,
  paymentId: string,
  until: Date,
  isForced: boolean,
): Promise<ComplementToMake | undefined> {
  const [row] = await tx.rows<Row>(
    `update payment_complements k set due_at = $3 from payments p
     where k.org_id = $1 and k.payment_id = $2 and p.org_id = k.org_id and p.id = k.payment_id
       and k.due_at is not null and ($4 or k.due_at <= $5)
     returning k.wanted, k.attempt, k.complement, k.draft_version as "draftVersion", k.state = 'drafted' as "isDrafted",
       k.exchange_rate as "exchangeRate", k.received_currency as "receivedCurrency",
       trim_scale(k.received_amount)::text as "receivedAmount", p.contact as "customerId",
       trim_scale(p.amount)::text as amount, p.currency, p.form_code as "formCode",
       p.paid_on::text as "paidOn", p.reference,
       exists (select 1 from reversals v where v.org_id = k.org_id and v.reversed = p.id)
         as "isReversed"`,
    [tx.organizationId, paymentId, until, isForced, tx.now],
  );
  if (!row) return undefined;
  const { receivedCurrency: currency, receivedAmount: amount, ...claimed } = row;
  return {
    ...claimed,
    received: currency && amount ? { currency, amount } : null,
    invoices: await tx.rows(invoicesSql('$1', '$2'), [tx.organizationId, paymentId]),
  };
}

/**
 * The outcome of an attempt to make or delete a complement. No further attempt is made if the field
 * `dueAt` is absent.
 */
export interface ComplementOutcome {
  state: Extract<PaymentComplement['state'], 'pending' | 'drafted' | 'stamped' | 'failed'>;
  complement?: string | undefined;
  /** The digest of the draft's content when the draft was made. */
  draftVersion?: string | undefined;
  attempt?: number | undefined;
  issues?: readonly Issue[] | undefined;
  dueAt?: Date | undefined;
  /** Whether the draft of a reversed payment remains, because fiscal-cfdi refused to delete it. */
  isKept?: boolean | undefined;
}

/**
 * Schedules the deletion of the drafted complement of a payment that this transaction reverses. If a
 * worker is making the complement at the same time, the worker notices the reversal when it stores its
 * outcome.
 */
export async function withdrawComplement(tx: Transaction, paymentId: string): Promise<void> {
  await tx.rows(
    `update payment_complements set due_at = coalesce(due_at, $3)
     where org_id = $1 and payment_id = $2 and (due_at is not null or state = 'drafted')`,
    [tx.organizationId, paymentId, tx.now],
  );
}

/** Stores the outcome of an attempt, if the payment still needs the complement. */
export async function keepComplement(
  tx: Transaction,
  paymentId: string,
  { state, complement, draftVersion, attempt, issues, dueAt, isKept = false }: ComplementOutcome,
): Promise<void> {
  // The first SQL statement waits until it has locked the row. The next SQL statement therefore
  // reads a reversal that was committed during this wait.
  await tx.rows(
    'select 1 from payment_complements where org_id = $1 and payment_id = $2 for update',
    [tx.organizationId, paymentId],
  );
  await tx.rows(
    ...byName(
      `update payment_complements k set state = :state, complement = coalesce(:complement, complement),
         draft_version = coalesce(:draftVersion, draft_version), attempt = coalesce(:attempt, attempt),
         issues = :issues, due_at = coalesce(:dueAt, case when :state = 'drafted' and :isDropped
           and exists (select 1 from reversals v
             where v.org_id = k.org_id and v.reversed = k.payment_id) then :now::timestamptz end)
       where org_id = :org and payment_id = :paymentId and due_at is not null`,
      {
        org: tx.organizationId,
        paymentId,
        state,
        complement: complement ?? null,
        draftVersion: draftVersion ?? null,
        attempt: attempt ?? null,
        issues: issues ? JSON.stringify(issues) : null,
        dueAt: dueAt ?? null,
        isDropped: !isKept,
        now: tx.now,
      },
    ),
  );
}

/** Records that the draft of a complement was deleted, so its payment has no complement. */
export async function forgetComplement(tx: Transaction, complement: string): Promise<void> {
  await tx.rows(
    `update payment_complements set state = 'deleted', complement = null, issues = null,
       due_at = null
     where org_id = $1 and complement = $2`,
    [tx.organizationId, complement],
  );
}

/** A stamped complement and those of its paid documents that are stored. */
export interface StampedComplement {
  contact: string;
  isValid: boolean;
  refs: string[];
}

/** Reads a stamped complement, or returns undefined if it is not stored. */
export async function findComplement(
  tx: Transaction,
  ref: string,
): Promise<StampedComplement | undefined> {
  const [row] = await tx.rows<StampedComplement>(
    `select d.contact, d.is_valid as "isValid", array(select i.ref from claims c
         join documents i on i.org_id = c.org_id and i.family = c.family
         where c.org_id = d.org_id and c.ref = d.ref and c.kind = 'payment') as refs
     from documents d where d.org_id = $1 and d.ref = $2 and d.role = 'complement'`,
    [tx.organizationId, ref],
  );
  return row;
}

/**
 * SQL for `createDueJob` that selects the complements that must be made, the longest overdue first.
 */
export const dueComplements = `select org_id, payment_id as id from payment_complements where due_at <= $1
  order by due_at`;
