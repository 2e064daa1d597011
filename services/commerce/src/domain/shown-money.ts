import { Decimal } from '@timbre/fiscal';

/** Returns an amount in pesos in the format of responses. */
export const shownMoney = (amount: string) => ({
  amount: Decimal.from(amount).toNumber(),
  currency: 'MXN' as const,
});
