import { setTimeout as pause } from 'node:timers/promises';
import { ask } from './servers';
import { testPool } from './test-pool';

/** A locked row that requests wait for, in the order of their arrival. */
export interface HeldRow {
  /** The number of requests that wait now. */
  waiters(): Promise<number>;
  /** Resolves once this many requests wait. */
  waiting(count: number): Promise<void>;
  release(): Promise<void>;
}

/** Selects all sessions that wait for this session, directly or behind another session. */
const waiters = `with recursive waiting as (
    select a.pid from pg_stat_activity a where $1::int = any(pg_blocking_pids(a.pid))
    union select a.pid from pg_stat_activity a join waiting w on w.pid = any(pg_blocking_pids(a.pid)))
  select count(*)::int as count from waiting`;

/** Locks a row in the database of a service in the running API; see `startApi`. */
export async function holdRow(service: string, table: string, id: string): Promise<HeldRow> {
  const { adminUrls } = await ask<{ adminUrls: Record<string, string> }>('deployment');
  const url = adminUrls[service];
  if (url === undefined) throw new Error(`${service} has no database`);
  return holdRowAt(url, table, id);
}

/** Locks a row of the database with this URL of a superuser. */
export async function holdRowAt(url: string, table: string, id: string): Promise<HeldRow> {
  const pool = testPool(url, 2);
  const holder = await pool.connect();
  await holder.query('begin');
  const found = await holder.query(
    `select pg_backend_pid() as pid from ${table} where id = $1 for update`,
    [id],
  );
  const [{ pid }] = found.rows as [{ pid: number }];
  const count = async () => ((await pool.query(waiters, [pid])).rows[0] as { count: number }).count;
  return {
    waiters: count,
    async waiting(wanted) {
      while ((await count()) < wanted) await pause(20);
    },
    async release() {
      await holder.query('rollback');
      holder.release();
      await pool.end();
    },
  };
}
