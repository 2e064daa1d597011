import { defineEntity, p } from '@mikro-orm/postgresql';
import type { Pool } from 'pg';

/** The database row that ensures that only one process at a time loads the lists. */
export const ListTurn = defineEntity({
  name: 'ListTurn',
  tableName: 'list_turn',
  properties: {
    /** The value is always true, so that the table contains at most one row. */
    isOnly: p.boolean().primary(),
    loader: p.uuid(),
    until: p.datetime(),
  },
});

/**
 * The time after which a stopped process loses its right to load the lists. This time limit is
 * longer than the download of a list, which takes at most ten minutes.
 */
const turnMinutes = 15;

/**
 * Thrown if a process did not renew its right to load the lists in time, so that another process
 * now loads them.
 */
export class TurnLost extends Error {
  override readonly message = 'another process loads the lists';
}

/**
 * Reserves the loading of the lists for this process, except if another process has reserved it.
 * The right to load the lists is stored as a database row. A session-level lock cannot be used,
 * because a transaction pooler may run each transaction in another session.
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
 * Renews the right of this process to load the lists.
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
