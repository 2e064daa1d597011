import { Decimal } from '@timbre/fiscal';
import { Refusal, survived, type Run, type Transaction } from '@timbre/kit';
import { forbidden } from './require-permissions';
import type { Limited } from '../domain/principal';
import {
  addUse,
  budgetsOf,
  lockBudgets,
  reserveAgain,
  settleUse,
  spentOf,
  storedUse,
  type StoredUse,
  type Use,
} from '../store/limit-uses';

/**
 * Reserves the amount of an action before the action runs, for its credential and the credential's
 * ancestors. Concurrent actions of a credential and its descendants are serialized, so that
 * together they cannot exceed a daily amount. If a request is repeated, the reservation of the
 * first request is reused. The possible refusal is forbidden (day_limit_exceeded).
 */
export async function reserveUse(tx: Transaction, use: Use): Promise<void> {
  const budgets = await budgetsOf(tx, use.budgetId);
  const root = budgets.at(-1)?.budgetId ?? use.budgetId;
  await lockBudgets(tx, root);
  const known = await storedUse(tx, use);
  if (known?.state === 'done') return;
  // If the earlier attempt had no effect and its amount was released, the amount is reserved again
  // for the current day.
  const isKept = known?.state === 'reserved';
  const { day, amount } = isKept
    ? raised(known, use)
    : { day: String(tx.today), amount: use.amount };
  for (const { budgetId, limits } of budgets) {
    if (limits?.dayAmountMax === undefined) continue;
    const spent = Decimal.from(await spentOf(tx, budgetId, day, known?.id));
    requireRoom(Decimal.from(limits.dayAmountMax), spent, Decimal.from(amount));
  }
  if (known) await reserveAgain(tx, known.id, { day, amount });
  else addUse(tx, { ...use, amount }, day);
}

/**
 * Returns the reservation with the higher of both amounts, because the document's amount may have
 * increased since the first request.
 */
function raised(known: StoredUse, { amount }: Use): Pick<StoredUse, 'day' | 'amount'> {
  const most = Decimal.max(Decimal.from(known.amount), Decimal.from(amount));
  return { day: known.day, amount: most.toString() };
}

/**
 * - day_limit_exceeded: the action exceeds what is left of this credential's limit for a day; try tomorrow,
 *   or ask a person to do it
 */
function requireRoom(max: Decimal, spent: Decimal, amount: Decimal): void {
  if (spent.plus(amount).lessOrEqual(max)) return;
  const left = max.minus(spent).isNegative() ? Decimal.zero : max.minus(spent);
  throw forbidden(
    `This credential has a limit of ${shown(max)} MXN a day, with ${shown(left)} MXN left, and this action is ${shown(amount)}; try tomorrow, or ask a person to do it.`,
    'day_limit_exceeded',
  );
}

export const shown = (amount: Decimal): string => amount.round(2).toString();

/** An action whose amount counts against limits. */
export interface CountedAction extends Pick<Use, 'operation' | 'key' | 'fingerprint'> {
  amount: Decimal;
}

/**
 * Performs an action whose amount counts against limits. The amount is reserved before the action
 * runs. The reservation is released if the action had no effect, and kept if the outcome is
 * unknown.
 */
export async function counted<T>(
  run: Pick<Run, 'step' | 'logger'>,
  { id, budgetId = id, limits }: Limited,
  { amount, ...action }: CountedAction,
  call: () => Promise<T>,
): Promise<T> {
  if (limits?.dayAmountMax === undefined || amount.isZero()) return call();
  const use: Use = { ...action, budgetId, amount: amount.toString() };
  await run.step((tx) => reserveUse(tx, use));
  // If recording the outcome fails, the amount stays reserved and continues to count against the
  // limit.
  const failed = survived(run.logger, 'the settlement of a use of a limit');
  const settle = (state: 'done' | 'released') =>
    run.step((tx) => settleUse(tx, use, state)).catch(failed);
  try {
    const result = await call();
    await settle('done');
    return result;
  } catch (error) {
    if (error instanceof Refusal && withoutEffect.includes(error.code)) await settle('released');
    throw error;
  }
}

/** The codes of refusals that prove that the action had no effect. */
const withoutEffect: string[] = [
  'validation_error',
  'forbidden',
  'not_found',
  'conflict',
  'payment_required',
  'migration_required',
  'rate_limited',
  'idempotency_conflict',
];
