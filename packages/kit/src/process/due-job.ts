import type { Pool } from 'pg';
import type { CallContext } from '../operation/context';
import type { Runtime } from '../operation/runtime';
import { every, type Repeated } from '../telemetry/every';
import { inRequest } from '../telemetry/request-scope';
import { createClaims } from './due-claims';
import type { DueRow } from './due-leases';
import { createDuePass } from './due-pass';
import type { Background } from './service-parts';

/** The resources of a service's process that its jobs use. */
export type JobParts<Providers = unknown> = Pick<Background<Providers>, 'runtime' | 'systemPool'>;

/** A job that processes due rows across all organizations. */
export interface DueJob<Row extends DueRow = DueRow> {
  /** The job's name in its actor, its claims and the log: `deliver-documents`. */
  name: string;
  everyMs: number;
  /** SQL that selects `org_id` and `id` of the rows that are due at `$1`, oldest first. */
  due: string;
  /** The number of rows that this process handles concurrently. */
  batchMax: number;
  /**
   * Whether each call of `work` has its own minute, because processing a row may take hours in many
   * calls. By default all calls together have one minute. One organization can use at most half of
   * the concurrent places of long work.
   */
  isLong?: boolean;
  /**
   * Processes a row that this process has claimed. Long work on a row performs one part per call,
   * and leaves the row due.
   * @returns whether the row made progress; a row without progress waits for the next pass
   */
  work: (context: CallContext, row: Row) => Promise<boolean>;
}

const workMsMax = 60_000;

/**
 * Creates a job that processes due rows of all organizations. A worker claims rows so that no other
 * worker processes them, and starts the next row as soon as a row is finished. A pass continues
 * while rows are due, and organizations take turns. A failure is logged, and the row waits for the
 * next pass. After the job is stopped, it starts no further row.
 */
export function createDueJob<Row extends DueRow = DueRow>(
  runtime: Runtime,
  systemPool: Pool,
  job: DueJob<Row>,
): Repeated {
  const claims = createClaims<Row>(systemPool, job, () => runtime.now());
  const run = createDuePass({
    job,
    claims,
    attempt: (row) => attempt(runtime, job, row),
    logger: runtime.logger,
  });
  let stops = 0;
  let last: Promise<unknown> = Promise.resolve();
  const pass = (): Promise<void> => {
    const stopsBefore = stops;
    const next = last.then(() => run(() => stops > stopsBefore));
    // The error is ignored here, because the caller of the failed pass receives it.
    last = next.catch(() => undefined);
    return next;
  };
  const repeated = every(job.everyMs, pass, runtime.logger, `job ${job.name}`);
  const stop = (): Promise<void> => {
    stops += 1;
    return repeated.stop();
  };
  return { ...repeated, stop };
}

async function attempt<Row extends DueRow>(
  runtime: Runtime,
  { name, isLong = false, work }: DueJob<Row>,
  row: Row,
): Promise<boolean> {
  const { org_id: organizationId, id } = row;
  const minute = () => runtime.now().getTime() + workMsMax;
  const untilMs = minute();
  const context: CallContext = {
    organizationId,
    environment: runtime.environment,
    actor: `system:${name}`,
    permissions: [],
    requestId: `job_${id}`,
    clockAheadMs: runtime.clocks?.aheadMsOf(organizationId),
    // The deadline is computed when a call begins, because a call reads or copies the context at
    // that time.
    get deadlineMs() {
      return isLong ? minute() : untilMs;
    },
  };
  return inRequest(context.requestId, () => work(context, row), context).catch((error: unknown) => {
    runtime.logger.error({ err: error, organizationId, id }, `job ${name} failed for a row`);
    return false;
  });
}
