import type { fiscalCfdi } from '@timbre/contract';
import { invalid, query } from '@timbre/kit';
import { Decimal, documentRef } from '@timbre/fiscal';
import type { PaidTax } from '../domain/drafting/draft';
import { suggestPayment, type SuggestedDocument } from '../domain/payments/payment-suggestion';
import { readInvoices } from '../store/cfdi/invoice-payments';
import { unknownIdentifiers } from '../workflows/drafting/accept-draft';

/** Suggests the documents of a payment complement for a payment of a customer; nothing is stored. */
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
    taxes: { taxObject: taxes.length > 0 ? '02' : '01', entries: taxes.map(shownTax) },
  };
}

const taxTypes: Readonly<Record<string, string>> = { '001': 'ISR', '002': 'IVA', '003': 'IEPS' };

function shownTax({ kind, tax, factor, rate = '0', base }: PaidTax) {
  return {
    base: Decimal.from(base).toNumber(),
    type: taxTypes[tax],
    rate: Decimal.from(rate).toNumber(),
    factor,
    withholding: kind === 'retencion',
  };
}
