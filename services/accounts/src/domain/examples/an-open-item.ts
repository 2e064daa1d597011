import { Decimal } from '@timbre/fiscal';
import type { OpenItemState } from '../open-item-state';

/** Returns the state of an open invoice of 1,000.00 without payments, with these changes. */
export const anOpenItem = (changes: Partial<OpenItemState> = {}): OpenItemState => ({
  side: 'receivable',
  state: 'live',
  contact: 'c',
  documentRef: 'cfdi:1',
  currency: 'MXN',
  total: Decimal.from(1_000),
  isDeferred: true,
  isCfdi: true,
  spent: Decimal.zero,
  paid: [],
  credited: Decimal.zero,
  refunded: Decimal.zero,
  moneyBack: Decimal.zero,
  hasUncertainCredit: false,
  applications: [],
  matches: [],
  ...changes,
});
