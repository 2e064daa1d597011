import type { fiscalCfdi } from '@timbre/contract';
import type { ServiceClient } from '@timbre/kit';

/** The drafts of fiscal-cfdi for receipts; each call returns the same document for the same key. */
type FiscalDrafts = Pick<
  ServiceClient<typeof fiscalCfdi.FiscalCfdiService>,
  | 'draftGlobalInvoice'
  | 'draftReceiptInvoice'
  | 'draftGlobalCreditNote'
  | 'draftReceiptCreditNote'
  | 'stampCfdi'
  | 'sendDocument'
  | 'deleteCfdi'
>;

/** The provider for operations that make CFDI of receipts. */
export interface FiscalProviders {
  fiscal: FiscalDrafts;
}
