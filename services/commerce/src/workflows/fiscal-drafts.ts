import type { CallableRpcs } from '@timbre/contract';
import type { ServiceClient } from '@timbre/kit';

/**
 * The calls to fiscal-cfdi that draft documents of receipts; a repeated idempotency key returns the
 * same document.
 */
type FiscalDrafts = Pick<
  ServiceClient<CallableRpcs<'commerce', 'fiscal-cfdi'>>,
  | 'draftGlobalInvoice'
  | 'draftReceiptInvoice'
  | 'draftGlobalCreditNote'
  | 'draftReceiptCreditNote'
  | 'stampCfdi'
  | 'sendDocument'
  | 'deleteCfdi'
>;

/** The provider for operations that create CFDI from receipts. */
export interface FiscalProviders {
  fiscal: FiscalDrafts;
}
