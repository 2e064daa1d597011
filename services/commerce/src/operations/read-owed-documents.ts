import type { commerce } from '@timbre/contract';
import { isIdentifier, query } from '@timbre/kit';
import { changedLast, presentExpenses, presentReceipts } from '../store/owed-documents';

/**
 * Returns expenses and receipts in the form of their events, for a caller whose events may not have arrived:
 * the named documents, and the documents of a contact that changed last. Unknown and deleted
 * documents are left out.
 */
export const readOwedDocuments = query(
  async (
    read,
    { expenseIds, receiptIds, contactId }: commerce.ReadOwedDocumentsRequest,
  ): Promise<commerce.ReadOwedDocumentsResponse> => {
    const isNamed = contactId !== undefined && isIdentifier(contactId);
    const [ofSupplier, ofCustomer] = isNamed
      ? await Promise.all([
          changedLast(read, 'expenses', contactId),
          changedLast(read, 'sales_receipts', contactId),
        ])
      : [[], []];
    const [expenses, receipts] = await Promise.all([
      presentExpenses(read, together(expenseIds, ofSupplier)),
      presentReceipts(read, together(receiptIds, ofCustomer)),
    ]);
    return { expenses, receipts };
  },
);

const together = (named: string[], more: string[]): string[] => [
  ...new Set([...named.filter(isIdentifier).map((id) => id.toLowerCase()), ...more]),
];
