import type { Pool } from 'pg';
import { observeQueue, type QueueBacklog } from '../telemetry/metrics';

/** Work that waits in a table, for a job of this service. */
export interface Queue {
  /** What it is in the metrics: `deliveries`. */
  name: string;
  table: string;
  /** Which rows wait, done or due; the condition of the index that finds them. */
  where: string;
  /** The column with the time from which a row is due. */
  due: string;
}

/** Counting on would cost most when there is most to do. */
const countedMax = 10_000;

/** How much waits over all organizations, and how late the latest is; as the system role. */
export async function queueBacklog(
  systemPool: Pool,
  { table, where, due }: Queue,
): Promise<QueueBacklog> {
  const { rows } = await systemPool.query<QueueBacklog>(
    `select count(*)::int as waiting,
       coalesce(greatest(0, extract(epoch from clock_timestamp() - min(due))), 0)::float8 as "lagSeconds"
     from (select ${due} as due from ${table} where ${where} order by ${due} limit ${countedMax}) w`,
  );
  return rows[0]!;
}

/** Measures the queues of a service. */
export function observeQueues(systemPool: Pool, queues: readonly Queue[]): void {
  for (const queue of queues) observeQueue(queue.name, () => queueBacklog(systemPool, queue));
}
