import type { commerce } from '@timbre/contract';
import { isIdentifier, query } from '@timbre/kit';
import { changedLast, presentExpenses, presentReceipts } from '../store/owed-documents';

/**
 * Returns expenses and receipts in the format of their events, for a caller that may not have
 * received the events yet: the named documents, and a contact's most recently changed documents.
 * Unknown and deleted documents are omitted.
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
