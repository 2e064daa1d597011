import type { Pool } from 'pg';
import { onlyRow } from './records';
import { observeQueue, type QueueBacklog } from '../telemetry/metrics';

/** A table with pending work for a job of this service. */
export interface Queue {
  /** The queue's name in the metrics, for example `deliveries`. */
  name: string;
  table: string;
  /**
   * The SQL condition of pending rows, whether they are due or not. The partial index of pending
   * rows has the same condition.
   */
  where: string;
  /** The column that contains the time at which a row becomes due. */
  due: string;
}

/**
 * The maximum number of counted rows, because counting all rows would cost most when the queue is
 * longest.
 */
const countedMax = 10_000;

/**
 * Returns the number of pending rows of all organizations, and the time since the oldest due row
 * became due. The query runs as the system role.
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

/** Publishes metrics about a service's queues. */
export function observeQueues(systemPool: Pool, queues: readonly Queue[]): void {
  for (const queue of queues) observeQueue(queue.name, () => queueBacklog(systemPool, queue));
}
