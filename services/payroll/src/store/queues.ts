import type { Queue } from '@timbre/kit';
import { runsAtWork } from './payroll-runs';

/**
 * The queues of this service's jobs. The SQL condition of each queue implies the condition of its
 * partial index.
 */
export const queues: Queue[] = [
  { name: 'calculations', table: 'payroll_runs', where: runsAtWork.calculating, due: 'worked_at' },
  {
    name: 'queueings',
    table: 'payroll_runs',
    where: runsAtWork.queueing,
    due: 'updated_at',
  },
  {
    name: 'receipts',
    table: 'payroll_rows',
    where: "state in ('queued', 'stamping') and next_try_at is not null",
    due: 'next_try_at',
  },
  {
    name: 'receipt_cancellations',
    table: 'payroll_rows',
    where: "state = 'stamped' and next_try_at is not null",
    due: 'next_try_at',
  },
];
