import { Decimal } from '@timbre/fiscal';
import type { Facts } from './facts';
import type { DatedOpenItem } from './reductions';

/**
 * Whether a valid document owes nothing and names no other document. The postings of the open item
 * of a document that was paid at once depend only on that document.
 */
export const isPaidAtOnce = (facts: Facts): facts is Facts & { openItem: string } =>
  facts.isValid &&
  !facts.isDeferred &&
  !facts.isCovered &&
  facts.openItem !== null &&
  facts.supports === null &&
  facts.owedBy === null &&
  facts.claims.length === 0;

/** The open item of a document that no other document or payment has lowered. */
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
