import { defineEntity, p, type InferEntity } from '@mikro-orm/postgresql';
import type { Reader, Transaction } from '@timbre/kit';
import type { Claim } from '../domain/receipt-claims';
import { byBuyer, type ReceiptDocument } from './receipt-documents';

/** The claim of a fiscal document on a receipt, which keeps the receipt out of other documents. */
export const ReceiptClaim = defineEntity({
  name: 'ReceiptClaim',
  tableName: 'receipt_claims',
  properties: {
    id: p.uuid().primary(),
    organizationId: p.uuid().name('org_id').primary(),
    receiptId: p.uuid(),
    documentId: p.uuid(),
    slot: p.text().$type<Claim['slot']>(),
    state: p.text().$type<Claim['state']>(),
  },
});

export type ReceiptClaim = InferEntity<typeof ReceiptClaim>;

/** A claim with its receipt and its document. */
export interface ClaimRow extends Claim, Pick<ReceiptClaim, 'receiptId' | 'documentId'> {
  cfdiId: string | null;
}

/** Reads the claims of receipts; the caller must have locked the receipts. */
export function claimsOf(tx: Transaction, receiptIds: readonly string[]): Promise<ClaimRow[]> {
  return tx.rows<ClaimRow>(
    `select c.receipt_id as "receiptId", c.document_id as "documentId", c.slot, c.state, d.kind,
       d.cfdi_id as "cfdiId"
     from receipt_claims c
     join receipt_documents d on d.org_id = c.org_id and d.id = c.document_id
     where c.org_id = $1 and c.receipt_id = any($2::uuid[])`,
    [tx.organizationId, receiptIds],
  );
}

/**
 * Claims receipts for a document.
 * @returns the receipts that this call claimed
 */
export async function claimReceipts(
  tx: Transaction,
  documentId: string,
  claims: readonly { receiptId: string; slot: Claim['slot'] }[],
): Promise<string[]> {
  const rows = await tx.rows<{ receiptId: string }>(
    `insert into receipt_claims (id, org_id, receipt_id, document_id, slot, state)
     select gen_random_uuid(), $1, x.receipt_id, $2, x.slot, 'claimed'
     from unnest($3::uuid[], $4::text[]) as x (receipt_id, slot)
     on conflict do nothing returning receipt_id as "receiptId"`,
    [
      tx.organizationId,
      documentId,
      claims.map(({ receiptId }) => receiptId),
      claims.map(({ slot }) => slot),
    ],
  );
  return rows.map(({ receiptId }) => receiptId);
}

/** Reads the claims of a receipt, for the buyer's page. */
export const readClaims = (read: Reader, receiptId: string): Promise<Claim[]> =>
  read.rows(
    `select c.slot, c.state, d.kind from receipt_claims c
     join receipt_documents d on d.org_id = c.org_id and d.id = c.document_id
     where c.org_id = :org and c.receipt_id = $2::uuid`,
    [receiptId],
  );

/** Reads the receipts that a document claims, sorted by identifier. */
export async function claimedReceipts(tx: Transaction, documentId: string): Promise<string[]> {
  const rows = await tx.rows<{ id: string }>(
    `select receipt_id as id from receipt_claims where org_id = $1 and document_id = $2
     order by receipt_id`,
    [tx.organizationId, documentId],
  );
  return rows.map(({ id }) => id);
}

/** Counts the receipts that each document claims. */
export async function countClaims(
  tx: Transaction,
  documentIds: readonly string[],
): Promise<Map<string, number>> {
  const rows = await tx.rows<{ id: string; receipts: number }>(
    `select document_id as id, count(*)::int as receipts from receipt_claims
     where org_id = $1 and document_id = any($2::uuid[]) group by 1`,
    [tx.organizationId, documentIds],
  );
  return new Map(rows.map(({ id, receipts }) => [id, receipts]));
}

/**
 * Locks the next receipts of a stamped, canceled or deleted document, in sorted order. Only
 * receipts whose status is not updated yet are locked.
 */
export async function lockNextReceipts(
  tx: Transaction,
  { id, state }: Pick<ReceiptDocument, 'id' | 'state'>,
  max: number,
): Promise<string[]> {
  const rows = await tx.rows<{ id: string }>(
    `select r.id from receipt_claims c
     join sales_receipts r on r.org_id = c.org_id and r.id = c.receipt_id
     where c.org_id = $1 and c.document_id = $2 and ($3::bool or c.state = 'claimed')
     order by r.id limit $4 for update of r`,
    [tx.organizationId, id, state === 'gone', max],
  );
  return rows.map((row) => row.id);
}

/** Removes claims of a document, so that other documents can claim the receipts. */
export async function freeReceipts(
  tx: Transaction,
  documentId: string,
  receiptIds: readonly string[],
): Promise<void> {
  await tx.bulk(
    `delete from receipt_claims
     where org_id = $1 and document_id = $2 and receipt_id = any($3::uuid[])`,
    [tx.organizationId, documentId, receiptIds],
  );
}

/** Removes all claims of a document. */
export async function freeAllReceipts(tx: Transaction, documentId: string): Promise<void> {
  const values = [tx.organizationId, documentId];
  await tx.rows('delete from receipt_claims where org_id = $1 and document_id = $2', values);
}

/** Marks the claims of a stamped document as in force. */
export async function enforceClaims(
  tx: Transaction,
  documentId: string,
  receiptIds: readonly string[],
): Promise<void> {
  await tx.bulk(
    `update receipt_claims set state = 'in_force'
     where org_id = $1 and document_id = $2 and receipt_id = any($3::uuid[])`,
    [tx.organizationId, documentId, receiptIds],
  );
}

/**
 * Records on a claim of a stamped document whether a credit note has removed the receipt from the
 * document.
 */
export async function setCredited(
  tx: Transaction,
  { receiptId, creditedDocumentId }: { receiptId: string; creditedDocumentId: string },
  isCredited: boolean,
): Promise<void> {
  await tx.rows(
    `update receipt_claims set state = $4
     where org_id = $1 and receipt_id = $2 and document_id = $3 and state <> 'claimed'`,
    [tx.organizationId, receiptId, creditedDocumentId, isCredited ? 'credited' : 'in_force'],
  );
}

/**
 * Removes the claim of the global invoice from which a credit note has removed the receipt. The
 * claim of the invoice then becomes the claim of the sale.
 */
export async function endCreditedClaim(tx: Transaction, receiptId: string): Promise<void> {
  const values = [tx.organizationId, receiptId];
  await tx.rows(
    `delete from receipt_claims where org_id = $1 and receipt_id = $2 and state = 'credited'`,
    values,
  );
  await tx.rows(
    `update receipt_claims set slot = 'sale' where org_id = $1 and receipt_id = $2`,
    values,
  );
}

/** The invoice of a receipt that the buyer requested. */
interface OwnInvoice {
  id: string;
  requestKey: string;
  state: ReceiptDocument['state'];
  cfdiId: string | null;
}

/**
 * SQL of the invoice of a receipt that the buyer requested. The query finds no deleted or canceled
 * invoice, because such invoices have no claim on the receipt.
 */
const ownInvoiceSql = (org: string) => `select d.id, d.request_key as "requestKey", d.state,
    d.cfdi_id as "cfdiId"
  from receipt_claims c join receipt_documents d on d.org_id = c.org_id and d.id = c.document_id
  where c.org_id = ${org} and c.receipt_id = $2::uuid and d.state <> 'gone'
    and d.request_key like '${byBuyer}%'`;

export const readOwnInvoice = async (
  read: Reader,
  receiptId: string,
): Promise<OwnInvoice | undefined> =>
  (await read.rows<OwnInvoice>(ownInvoiceSql(':org'), [receiptId]))[0];

/** Reads the invoice inside a transaction, in the same form as `readOwnInvoice`. */
export const ownInvoiceIn = async (
  tx: Transaction,
  receiptId: string,
): Promise<OwnInvoice | undefined> =>
  (await tx.rows<OwnInvoice>(ownInvoiceSql('$1'), [tx.organizationId, receiptId]))[0];
