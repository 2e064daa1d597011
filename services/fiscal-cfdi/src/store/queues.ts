import type { Queue } from '@timbre/kit';
import { isOpenSql } from './stamping/stamp-attempts';

/**
 * The queues of this service's jobs. Each condition implies the condition of the table's partial index, so
 * that PostgreSQL can use the index.
 */
export const queues: Queue[] = [
  {
    name: 'stamps',
    table: 'stamp_attempts',
    where: isOpenSql,
    due: 'next_check_at',
  },
  {
    name: 'cancellations',
    table: 'cancellations',
    where: "state in ('requested', 'in_process')",
    due: 'next_check_at',
  },
  { name: 'deliveries', table: 'deliveries', where: "state = 'queued'", due: 'next_attempt_at' },
  {
    name: 'downloads',
    table: 'document_downloads',
    where: "state = 'preparing' and due_at is not null",
    due: 'due_at',
  },
];
