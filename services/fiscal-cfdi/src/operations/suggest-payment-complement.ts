import type { fiscalCfdi } from '@timbre/contract';
import { invalid, query } from '@timbre/kit';
import { documentRef } from '@timbre/fiscal';
import { suggestPayment, type SuggestedDocument } from '../domain/payments/payment-suggestion';
import { shownTaxes } from '../domain/payments/shown-complement';
import { readInvoices } from '../store/cfdi/invoice-payments';
import { unknownIdentifiers } from '../workflows/drafting/accept-draft';

/** Suggests the documents of a payment complement for a customer's payment. A suggestion stores nothing. */
export const suggestPaymentComplement = query(
  async (read, request: fiscalCfdi.SuggestPaymentComplementRequest) => {
    const uuids = request.documents.map(({ uuid }) => uuid);
    const suggestion = suggestPayment(request, await readInvoices(read, uuids));
    const { missing, issues, documents, unallocated } = suggestion;
    if (missing.length > 0) throw unknownIdentifiers(missing);
    if (issues.length > 0) throw invalid(issues);
    const data = {
      customerId: request.customerId,
      documents: documents.map(shown),
      unallocated: unallocated.toNumber(),
    };
    return Buffer.from(JSON.stringify({ data }));
  },
);

function shown({ cfdiId, previousBalance, amount, taxes, ...document }: SuggestedDocument) {
  return {
    documentRef: documentRef('cfdi', cfdiId),
    ...document,
    previousBalance: previousBalance.toNumber(),
    amount: amount.toNumber(),
    remainingBalance: previousBalance.minus(amount).toNumber(),
    taxes: shownTaxes(taxes.length > 0 ? '02' : '01', taxes),
  };
}
