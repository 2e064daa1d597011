import { Decimal } from '@timbre/fiscal';

/** Returns an amount in pesos as responses show it. */
export const shownMoney = (amount: string) => ({
  amount: Decimal.from(amount).toNumber(),
  currency: 'MXN' as const,
});
