import { defineEntity, p } from '@mikro-orm/postgresql';
import type { Pool } from 'pg';

/** The row that ensures that only one process at a time loads the lists. */
export const ListTurn = defineEntity({
  name: 'ListTurn',
  tableName: 'list_turn',
  properties: {
    /** Always true, so that the table contains at most one row. */
    isOnly: p.boolean().primary(),
    loader: p.uuid(),
    until: p.datetime(),
  },
});

/**
 * The time after which the turn of a stopped process ends. This time is longer than the download of a
 * list, which takes at most ten minutes.
 */
const turnMinutes = 15;

/**
 * Thrown if a process did not renew its turn in time, so that another process now loads the lists.
 */
export class TurnLost extends Error {
  override readonly message = 'another process loads the lists';
}

/**
 * Takes the turn to load the lists, if no other process has it. The turn to load the lists is stored as a
 * row. A session lock cannot be used, because a transaction pooler may run each transaction in another
 * session.
 */
export async function takeTurn(pool: Pool, loader: string, now: Date): Promise<boolean> {
  const { rowCount } = await pool.query(
    `insert into list_turn as t (loader, until)
     values ($1, $2::timestamptz + interval '${turnMinutes} minutes')
     on conflict (is_only) do update set loader = excluded.loader, until = excluded.until
     where t.until <= $2`,
    [loader, now],
  );
  return rowCount === 1;
}

/**
 * Renews the turn of this process.
 * @throws TurnLost
 */
export async function keepTurn(pool: Pool, loader: string, now: Date): Promise<void> {
  const { rowCount } = await pool.query(
    `update list_turn set until = $2::timestamptz + interval '${turnMinutes} minutes'
     where loader = $1`,
    [loader, now],
  );
  if (rowCount !== 1) throw new TurnLost();
}

export async function endTurn(pool: Pool, loader: string): Promise<void> {
  await pool.query('delete from list_turn where loader = $1', [loader]);
}
