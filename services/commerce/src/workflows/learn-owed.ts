import type { commerce } from '@timbre/contract';
import { parseDocumentRef } from '@timbre/fiscal';
import { isIdentifier, type Transaction } from '@timbre/kit';
import { storeOwed } from '../store/owed-documents';

/**
 * Stores the balances of sales on credit, their payment forms and their plans, as reported by the
 * accounts service. Balances of documents that are not sales are skipped.
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
