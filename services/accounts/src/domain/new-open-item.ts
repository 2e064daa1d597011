import { Decimal } from '@timbre/fiscal';
import type { Facts } from './facts';
import type { DatedOpenItem } from './reductions';

/**
 * Whether the document is valid, was paid at once and names no related document. If so, the
 * postings for its open item depend only on the document itself.
 */
export const isPaidAtOnce = (facts: Facts): facts is Facts & { openItem: string } =>
  facts.isValid &&
  !facts.isDeferred &&
  !facts.isCovered &&
  facts.openItem !== null &&
  facts.supports === null &&
  facts.owedBy === null &&
  facts.claims.length === 0;

/**
 * Returns the open item of a document whose balance no payment or other document has lowered yet.
 */
export const newOpenItem = (facts: Facts): DatedOpenItem => ({
  documentRef: facts.ref,
  side: facts.side,
  contact: facts.contact,
  currency: facts.currency,
  total: Decimal.from(facts.total),
  isDeferred: facts.isDeferred,
  isCfdi: facts.role === 'invoice',
  state: 'live',
  spent: Decimal.zero,
  credited: Decimal.zero,
  refunded: Decimal.zero,
  moneyBack: Decimal.zero,
  hasUncertainCredit: false,
  creditNotes: [],
  paid: [],
  applications: [],
  matches: [],
});
