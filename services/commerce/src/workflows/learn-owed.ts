import type { commerce } from '@timbre/contract';
import { parseDocumentRef } from '@timbre/fiscal';
import { isIdentifier, type Transaction } from '@timbre/kit';
import { storeOwed } from '../store/owed-documents';

/**
 * Keeps what is owed of sales on credit, what paid them, and their plans, as accounts says it in events or to the gateway.
 * Documents that are no sales are left out.
 */
export async function learnOwed(
  tx: Transaction,
  documents: readonly commerce.OwedSale[],
): Promise<void> {
  const sales = documents.flatMap((owed) => {
    const id = parseDocumentRef(owed.documentRef, 'sales_receipt')?.id ?? '';
    return isIdentifier(id) ? [{ ...owed, id }] : [];
  });
  if (sales.length > 0) await storeOwed(tx, sales);
}
