import { Decimal } from '@timbre/fiscal';

/** An amount in pesos as answers show it. */
export const shownMoney = (amount: string) => ({
  amount: Decimal.from(amount).toNumber(),
  currency: 'MXN' as const,
});
