import { Decimal } from '@timbre/fiscal';

/** An amount in pesos in the form of answers. */
export const shownMoney = (amount: string) => ({
  amount: Decimal.from(amount).toNumber(),
  currency: 'MXN' as const,
});
