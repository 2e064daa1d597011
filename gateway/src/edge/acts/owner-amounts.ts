import { issuesOf, salesReceiptRefundInput } from '@timbre/api';
import { invalid, type CallContext } from '@timbre/kit';
import type { Services } from '../services';
import type { Shown } from './act-facts';

/** Asks the owner of a document for the pesos that an act on it moves. @throws its refusals */
type AmountOfOwner = (services: Services, given: Shown, context: CallContext) => Promise<string>;

/** Amounts that follow from rules of the owner, by operation; they are computed there only. */
export const amountsOfOwners: Readonly<Record<string, AmountOfOwner>> = {
  async refundSalesReceipt({ commerce }, { documentRef, ...body }, context) {
    const parsed = salesReceiptRefundInput.safeParse(body);
    if (!parsed.success) throw invalid(issuesOf(salesReceiptRefundInput, parsed.error, body));
    const { lines = [], ...refund } = parsed.data;
    const request = { documentRef: String(documentRef), ...refund, lines };
    return (await commerce.computeRefund(request, context)).total;
  },
};
