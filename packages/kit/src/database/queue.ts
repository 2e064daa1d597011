import type { Pool } from 'pg';
import { onlyRow } from './records';
import { observeQueue, type QueueBacklog } from '../telemetry/metrics';

/** Pending work in a table, for a job of this service. */
export interface Queue {
  /** The queue's name in the metrics: `deliveries`. */
  name: string;
  table: string;
  /** The condition of pending rows, due or not. The partial index of pending rows has the same condition. */
  where: string;
  /** The column with the time at which a row becomes due. */
  due: string;
}

/**
 * The maximum number of rows that are counted, because counting all rows would cost most when the
 * queue is longest.
 */
const countedMax = 10_000;

/**
 * Returns the number of pending rows of all organizations, and for how long the oldest due row has
 * been due. The query runs as the system role.
 */
export async function queueBacklog(
  systemPool: Pool,
  { table, where, due }: Queue,
): Promise<QueueBacklog> {
  const { rows } = await systemPool.query<QueueBacklog>(
    `select count(*)::int as waiting,
       coalesce(greatest(0, extract(epoch from clock_timestamp() - min(due))), 0)::float8 as "lagSeconds"
     from (select ${due} as due from ${table} where ${where} order by ${due} limit ${countedMax}) w`,
  );
  return onlyRow(rows);
}

/** Measures the queues of a service. */
export function observeQueues(systemPool: Pool, queues: readonly Queue[]): void {
  for (const queue of queues) observeQueue(queue.name, () => queueBacklog(systemPool, queue));
}
