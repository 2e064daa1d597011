import { addIndex } from '@timbre/kit';

/**
 * The drafts that may belong to a stamped document are found by receiver and total. The indexes contain only
 * drafts, so stamped documents cost nothing.
 */
export const FindUnstampedCfdi = addIndex(
  'cfdi_unstamped',
  `cfdi (org_id, counterparty_rfc, total) where status = 'draft'`,
);
export const FindUnstampedWithholdings = addIndex(
  'withholdings_unstamped',
  `withholdings (org_id, total) where status = 'draft'`,
);
