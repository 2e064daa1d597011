import type { fiscalCfdi } from '@timbre/contract';
import type { ServiceClient } from '@timbre/kit';

/** Drafts of fiscal-cfdi for receipts; each call answers the same document for the same key. */
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

/** The provider of operations that make CFDI of receipts. */
export interface FiscalProviders {
  fiscal: FiscalDrafts;
}
