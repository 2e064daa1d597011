import { Decimal } from '@timbre/fiscal';
import { Refusal, type Logger, type Run, type Transaction } from '@timbre/kit';
import { forbidden } from './require-permissions';
import type { CredentialLimits } from '../domain/credential-limits';
import type { Limited } from '../domain/principal';

/** An action that counts against the amount of a day. */
export interface Use {
  /** Uses of the credential and of those that replaced it. */
  budgetId: string;
  operation: string;
  key: string;
  fingerprint: string;
  /** Pesos. */
  amount: string;
}

type State = 'reserved' | 'done' | 'released';

interface Budget {
  budgetId: string;
  limits: CredentialLimits | null;
}

interface StoredUse {
  id: string;
  day: string;
  amount: string;
  state: State;
}

/**
 * Reserves the amount of an action before it happens, for its credential and for those that it comes
 * from. Actions of one family wait for each other, so together they cannot exceed a day. A repeat of the
 * request has its first reservation.
 * Refusals: forbidden (day_limit_exceeded)
 */
export async function reserveUse(tx: Transaction, use: Use): Promise<void> {
  const budgets = await budgetsOf(tx, use.budgetId);
  const root = budgets.at(-1)?.budgetId ?? use.budgetId;
  await tx.rows(`select pg_advisory_xact_lock(hashtextextended('limit ' || $1, 0))`, [root]);
  const known = await storedUse(tx, use);
  if (known?.state === 'done') return;
  // A released use had no effect; it counts on the day of the next attempt.
  const isKept = known?.state === 'reserved';
  const { day, amount } = isKept ? raised(known, use) : { day: tx.today, amount: use.amount };
  for (const { budgetId, limits } of budgets) {
    if (limits?.dayAmountMax === undefined) continue;
    const spent = Decimal.from(await spentOf(tx, budgetId, String(day), known?.id));
    requireRoom(Decimal.from(limits.dayAmountMax), spent, Decimal.from(amount));
  }
  await store(tx, use, { id: known?.id, day: String(day), amount });
}

/** A document may have grown since the first request. */
function raised(known: StoredUse, { amount }: Use): Pick<StoredUse, 'day' | 'amount'> {
  const most = Decimal.max(Decimal.from(known.amount), Decimal.from(amount));
  return { day: known.day, amount: most.toString() };
}

function requireRoom(max: Decimal, spent: Decimal, amount: Decimal): void {
  if (spent.plus(amount).lessOrEqual(max)) return;
  const left = max.minus(spent).isNegative() ? Decimal.zero : max.minus(spent);
  throw forbidden(
    `This credential may act on ${shown(max)} MXN a day, of which ${shown(left)} are left, and this is ${shown(amount)}; try tomorrow, or ask a person to do it.`,
    'day_limit_exceeded',
  );
}

export const shown = (amount: Decimal): string => amount.round(2).toString();

/** The budget and those of its ancestors, the first of all last. */
const budgetsOf = (tx: Transaction, budgetId: string): Promise<Budget[]> =>
  tx.rows<Budget>(
    `with recursive line as (
       select c.id, c.budget_id, c.parent_id, c.limits, 0 as depth from credentials c
       where c.org_id = $1 and c.budget_id = $2
       union select c.id, c.budget_id, c.parent_id, c.limits, l.depth + 1 from credentials c
       join line l on c.org_id = $1 and c.id = l.parent_id)
     select budget_id as "budgetId", (array_agg(limits))[1] as limits from line
     group by budget_id order by max(depth)`,
    [tx.organizationId, budgetId],
  );

async function storedUse(tx: Transaction, use: Use): Promise<StoredUse | undefined> {
  const rows = await tx.rows<StoredUse>(
    `select id, day::text, amount::text, state from limit_uses
     where org_id = $1 and budget_id = $2 and operation = $3 and key = $4 and fingerprint = decode($5, 'hex')`,
    [tx.organizationId, use.budgetId, use.operation, use.key, use.fingerprint],
  );
  return rows[0];
}

/** The amount that the credentials of a budget, with all their descendants, have used on a day. */
async function spentOf(
  tx: Transaction,
  budgetId: string,
  day: string,
  except: string | undefined,
): Promise<string> {
  const rows = await tx.rows<{ spent: string }>(
    `with recursive family as (
       select c.id, c.budget_id from credentials c where c.org_id = $1 and c.budget_id = $2
       union select c.id, c.budget_id from credentials c
       join family f on c.org_id = $1 and c.parent_id = f.id)
     select coalesce(sum(u.amount), 0)::text as spent from limit_uses u
     where u.org_id = $1 and u.day = $3::date and u.state <> 'released'
       and u.id is distinct from $4::uuid
       and u.budget_id in (select f.budget_id from family f)`,
    [tx.organizationId, budgetId, day, except ?? null],
  );
  return rows[0]!.spent;
}

async function store(
  tx: Transaction,
  { budgetId, operation, key, fingerprint }: Use,
  { id, day, amount }: { id: string | undefined; day: string; amount: string },
): Promise<void> {
  if (id) {
    await tx.rows(
      `update limit_uses set state = 'reserved', day = $4::date, amount = $3::numeric
       where org_id = $1 and id = $2`,
      [tx.organizationId, id, amount, day],
    );
    return;
  }
  await tx.rows(
    `insert into limit_uses (id, org_id, budget_id, operation, key, fingerprint, day, amount, state, created_at)
     values ($1, $2, $3, $4, $5, decode($6, 'hex'), $7::date, $8::numeric, 'reserved', $9)`,
    [tx.newId(), tx.organizationId, budgetId, operation, key, fingerprint, day, amount, tx.now],
  );
}

/** Says how a reserved action ended: done actions count for good, those without effect no more. */
export async function settleUse(
  tx: Transaction,
  { budgetId, operation, key, fingerprint }: Use,
  state: 'done' | 'released',
): Promise<void> {
  await tx.rows(
    `update limit_uses set state = $6
     where org_id = $1 and budget_id = $2 and operation = $3 and key = $4 and fingerprint = decode($5, 'hex')
       and (state = 'reserved' or $6 = 'done')`,
    [tx.organizationId, budgetId, operation, key, fingerprint, state],
  );
}

/** An action that counts. */
export interface CountedAction extends Pick<Use, 'operation' | 'key' | 'fingerprint'> {
  amount: Decimal;
}

/**
 * Does an action that counts. Its amount is reserved before; a reservation whose action had no effect is
 * released, and one whose outcome is unknown stays.
 */
export async function counted<T>(
  run: Pick<Run, 'step'>,
  logger: Pick<Logger, 'warn'>,
  { id, budgetId = id, limits }: Limited,
  { amount, ...action }: CountedAction,
  call: () => Promise<T>,
): Promise<T> {
  if (limits?.dayAmountMax === undefined || amount.isZero()) return call();
  const use: Use = { ...action, budgetId, amount: amount.toString() };
  await run.step((tx) => reserveUse(tx, use));
  const settle = (state: 'done' | 'released') =>
    run
      .step((tx) => settleUse(tx, use, state))
      .catch((error: unknown) => {
        // It stays reserved and counts.
        logger.warn(
          { err: error, operation: action.operation },
          'a use of a limit was not settled',
        );
      });
  try {
    const result = await call();
    await settle('done');
    return result;
  } catch (error) {
    if (error instanceof Refusal && withoutEffect.includes(error.code)) await settle('released');
    throw error;
  }
}

/** Refusals that say that nothing happened. */
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

/** Releases what was reserved for an action that will not happen, of whatever credentials. */
export async function releaseUses(
  tx: Transaction,
  { operation, key }: Pick<Use, 'operation' | 'key'>,
): Promise<void> {
  await tx.rows(
    `update limit_uses set state = 'released'
     where org_id = $1 and operation = $2 and key = $3 and state = 'reserved'`,
    [tx.organizationId, operation, key],
  );
}
