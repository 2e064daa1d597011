import { LockMode } from '@mikro-orm/postgresql';
import type { Transaction } from '@timbre/kit';
import { statusOf } from '../domain/receipt-claims';
import { zoneOfLocation } from '../store/locations';
import { claimsOf, endCreditedClaim, type ClaimRow } from '../store/receipt-claims';
import { receiptEvent, receiptMessage } from '../store/sales-receipt-events';
import { linesOfReceipts, raiseVersions, SalesReceipt } from '../store/sales-receipts';

const happened = {
  open: 'reopened',
  invoiced: 'invoiced',
  global_invoiced: 'global_invoiced',
} as const;

/**
 * Updates the status of receipts according to their claims, and emits an event for each changed
 * receipt.
 */
export async function settleReceipts(tx: Transaction, ids: readonly string[]): Promise<void> {
  const em = await tx.entityManager();
  const receipts = await em.find(
    SalesReceipt,
    { organizationId: tx.organizationId, id: { $in: [...ids] } },
    { orderBy: { id: 'asc' }, lockMode: LockMode.PESSIMISTIC_WRITE },
  );
  const claims = Map.groupBy(await claimsOf(tx, ids), ({ receiptId }) => receiptId);
  const changed: SalesReceipt[] = [];
  for (const receipt of receipts) {
    const own = claims.get(receipt.id) ?? [];
    const status = statusOf(own);
    await leaveGlobal(tx, own, status === 'global_invoiced');
    if (receipt.status === status || receipt.status === 'canceled') continue;
    receipt.status = status;
    receipt.updatedAt = tx.now;
    changed.push(receipt);
  }
  const invoiceOf = (id: string) =>
    (claims.get(id) ?? []).find(({ kind }) => kind === 'invoice')?.cfdiId ?? undefined;
  await announce(tx, changed, invoiceOf);
}

/** Emits events of the receipts whose debt a replacing invoice has taken over. */
export async function announceHandedOver(
  tx: Transaction,
  documentId: string,
  cfdiId: string,
): Promise<void> {
  const ids = await raiseVersions(tx, documentId);
  const em = await tx.entityManager();
  const own = { organizationId: tx.organizationId, id: { $in: ids } };
  await announce(tx, await em.find(SalesReceipt, own), () => cfdiId);
}

/**
 * Removes the claim of a global invoice after its credit note was stamped, except if the invoice to
 * the customer is still a draft. The claim of the invoice then becomes the claim of the sale.
 */
async function leaveGlobal(
  tx: Transaction,
  claims: readonly ClaimRow[],
  isGlobal: boolean,
): Promise<void> {
  const credited = claims.find(({ state }) => state === 'credited');
  if (!credited || isGlobal) return;
  await endCreditedClaim(tx, credited.receiptId);
}

async function announce(
  tx: Transaction,
  receipts: readonly SalesReceipt[],
  invoiceOf: (receiptId: string) => string | undefined,
): Promise<void> {
  if (receipts.length === 0) return;
  const ids = receipts.map(({ id }) => id);
  const byReceipt = Map.groupBy(await linesOfReceipts(tx, ids), ({ receiptId }) => receiptId);
  const zones = new Map<string | null, string>();
  for (const id of new Set(receipts.map(({ locationId }) => locationId ?? null))) {
    zones.set(id, await zoneOfLocation(tx, id));
  }
  for (const receipt of receipts) {
    tx.emit(() => {
      const event = happened[receipt.status as keyof typeof happened];
      const message = receiptMessage(
        receipt,
        byReceipt.get(receipt.id) ?? [],
        zones.get(receipt.locationId ?? null),
      );
      const invoiceCfdiId = event === 'invoiced' ? invoiceOf(receipt.id) : undefined;
      return receiptEvent(event, { ...message, invoiceCfdiId });
    });
  }
}
