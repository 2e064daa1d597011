import type { commerce, CallableRpcs } from '@timbre/contract';
import { withoutKey, type CallContext, type ServiceClient } from '@timbre/kit';
import type { OwnedDocuments } from '../domain/ports';

const answerMsMax = 60_000;

/**
 * Gives each call of a rebuild a separate deadline, because a whole rebuild takes longer than the
 * deadline of one call.
 */
const asking = (context: CallContext): CallContext => ({
  ...withoutKey(context),
  deadlineMs: Date.now() + answerMsMax,
});

/** Reads all documents of an organization from fiscal-cfdi and commerce. */
export const ownedDocuments = (
  ofFiscal: Pick<ServiceClient<CallableRpcs<'accounts', 'fiscal-cfdi'>>, 'listOwedCfdi'>,
  ofCommerce: Pick<
    ServiceClient<CallableRpcs<'accounts', 'commerce'>>,
    'listOwedExpenses' | 'listOwedReceipts'
  >,
): OwnedDocuments<CallContext, commerce.Expense, commerce.OwedReceipt> => ({
  cfdi: async (context, afterId) =>
    (await ofFiscal.listOwedCfdi({ afterId }, asking(context))).documents,
  expenses: async (context, afterId) =>
    (await ofCommerce.listOwedExpenses({ afterId }, asking(context))).expenses,
  receipts: async (context, afterId) =>
    (await ofCommerce.listOwedReceipts({ afterId }, asking(context))).receipts,
});
