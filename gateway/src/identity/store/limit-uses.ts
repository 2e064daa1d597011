import { defineEntity, p } from '@mikro-orm/postgresql';
import { pickColumns, type RowOf, type Transaction, onlyRow } from '@timbre/kit';
import type { CredentialLimits } from '../domain/credential-limits';

/** An amount of a daily limit that an action has reserved or used. */
export const LimitUse = defineEntity({
  name: 'LimitUse',
  tableName: 'limit_uses',
  properties: {
    id: p.uuid().primary(),
    organizationId: p.uuid().name('org_id').primary(),
    budgetId: p.uuid(),
    operation: p.text(),
    key: p.text(),
    fingerprint: p.blob(),
    day: p.date(),
    amount: p.decimal(),
    state: p.text().$type<'reserved' | 'done' | 'released'>(),
    createdAt: p.datetime(),
  },
});

/** The data of an action that counts against a daily limit. */
export interface Use {
  /**
   * The identifier that a credential shares with its replacements, whose used amounts are added
   * together.
   */
  budgetId: string;
  operation: string;
  key: string;
  fingerprint: string;
  /** The amount in pesos. */
  amount: string;
}

/**
 * A budget (the daily amount that a credential shares with its replacements) together with its
 * limits.
 */
export interface Budget {
  budgetId: string;
  limits: CredentialLimits | null;
}

const storedColumns = pickColumns(LimitUse, ['id', 'day', 'amount', 'state']);

export type StoredUse = RowOf<typeof storedColumns>;

/**
 * Locks related budgets until the commit, so that concurrent actions that count against these
 * budgets wait.
 * @param root is the budget of the first credential, from which the other budgets descend
 */
export async function lockBudgets(tx: Transaction, root: string): Promise<void> {
  await tx.rows(`select pg_advisory_xact_lock(hashtextextended('limit ' || $1, 0))`, [root]);
}

/**
 * Reads the budget and the budgets of its ancestors. The last budget in the list belongs to the
 * first credential, from which the other credentials descend.
 */
export const budgetsOf = (tx: Transaction, budgetId: string): Promise<Budget[]> =>
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

const ofRequest = `org_id = $1 and budget_id = $2 and operation = $3 and key = $4
  and fingerprint = decode($5, 'hex')`;

const requestOf = (tx: Transaction, { budgetId, operation, key, fingerprint }: Use): string[] => [
  tx.organizationId,
  budgetId,
  operation,
  key,
  fingerprint,
];

/** Reads the amount that an earlier attempt of the same request reserved. */
export async function storedUse(tx: Transaction, use: Use): Promise<StoredUse | undefined> {
  const rows = await tx.rows<StoredUse>(
    `select ${storedColumns} from limit_uses where ${ofRequest}`,
    requestOf(tx, use),
  );
  return rows[0];
}

/**
 * Returns the amount that the credentials of a budget and all their descendants have used on a day.
 */
export async function spentOf(
  tx: Transaction,
  budgetId: string,
  day: string,
  except: string | undefined,
): Promise<string> {
  const rows = await tx.rows<{ spent: string }>(
    `with recursive descendants as (
       select c.id, c.budget_id from credentials c where c.org_id = $1 and c.budget_id = $2
       union select c.id, c.budget_id from credentials c
       join descendants d on c.org_id = $1 and c.parent_id = d.id)
     select coalesce(sum(u.amount), 0)::text as spent from limit_uses u
     where u.org_id = $1 and u.day = $3::date and u.state <> 'released'
       and u.id is distinct from $4::uuid
       and u.budget_id in (select d.budget_id from descendants d)`,
    [tx.organizationId, budgetId, day, except ?? null],
  );
  return onlyRow(rows).spent;
}

/** Reserves an amount again, with the amount and the day of the current attempt. */
export async function reserveAgain(
  tx: Transaction,
  id: string,
  { day, amount }: Pick<StoredUse, 'day' | 'amount'>,
): Promise<void> {
  await tx.rows(
    `update limit_uses set state = 'reserved', day = $4::date, amount = $3::numeric
     where org_id = $1 and id = $2`,
    [tx.organizationId, id, amount, day],
  );
}

export function addUse(tx: Transaction, { fingerprint, ...use }: Use, day: string): void {
  tx.add(LimitUse, {
    ...use,
    fingerprint: Buffer.from(fingerprint, 'hex'),
    day,
    state: 'reserved',
    createdAt: tx.now,
  });
}

/**
 * Records the outcome of an action with a reserved amount. If the action was performed, the amount
 * stays used; if the action had no effect, the amount is released.
 */
export async function settleUse(
  tx: Transaction,
  use: Use,
  state: 'done' | 'released',
): Promise<void> {
  await tx.rows(
    `update limit_uses set state = $6 where ${ofRequest} and (state = 'reserved' or $6 = 'done')`,
    [...requestOf(tx, use), state],
  );
}

/**
 * Releases all credentials' amounts that were reserved for an action that will not be performed.
 */
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
