import { Decimal } from '@timbre/fiscal';
import type { Transaction } from '@timbre/kit';
import type { Facts } from '../domain/facts';
import { moneyBackOf } from '../domain/refunds';
import { addMoneyBack, undecidedRefund } from '../store/money-back';

/**
 * Decides once which part of a refund is paid back as money. The amount depends on the open balance
 * before the refund. Later payments and credit notes do not change the amount.
 */
export async function keepMoneyBack(tx: Transaction, facts: Facts): Promise<void> {
  const [claim] = facts.claims;
  if (!facts.isMoneyBack || !claim) return;
  const { openItem, amount } = claim;
  const refunded = await undecidedRefund(tx, facts.ref, openItem);
  if (!refunded) return;
  const { open, ...where } = refunded;
  await addMoneyBack(tx, facts.ref, moneyBackOf(Decimal.from(amount), open, where));
}
