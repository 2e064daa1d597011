import type { Pool } from 'pg';
import type { CallContext } from '../operation/context';
import type { Runtime } from '../operation/runtime';
import { every, type Repeated } from '../telemetry/every';
import { inRequest } from '../telemetry/request-scope';
import type { Background } from './service-parts';

export interface DueRow {
  org_id: string;
  id: string;
}

/** The parts of a service's process that its jobs use. */
export type JobParts<Providers = unknown> = Pick<Background<Providers>, 'runtime' | 'systemPool'>;

/** A job for rows that are due, over all organizations. */
export interface DueJob<Row extends DueRow = DueRow> {
  /** The name of the job in its actor and in the log: `deliver-documents`. */
  name: string;
  everyMs: number;
  /** Selects `org_id` and `id` of the rows that are due at `$1`, oldest first. */
  due: string;
  /** The number of rows that are processed concurrently. */
  batchMax: number;
  /**
   * The maximum number of batches in one pass. A pass takes another batch after a full batch in which a row
   * made progress. Default: one.
   */
  batchesMax?: number;
  /**
   * Whether each call of the work has its own minute, because the work may take hours in many
   * calls. By default the whole work together has one minute.
   */
  isLong?: boolean;
  /**
   * Claims the row, because other replicas select it too, and processes it.
   * @returns whether the row made progress
   */
  work: (context: CallContext, row: Row) => Promise<boolean>;
}

const workMsMax = 60_000;

/**
 * Polls for due rows. A failure is logged, and the row waits for the next pass. A pass during which the job is
 * stopped begins no further batch, so that a long pass does not delay the end of the process.
 */
export function createDueJob<Row extends DueRow = DueRow>(
  runtime: Runtime,
  systemPool: Pool,
  job: DueJob<Row>,
): Repeated {
  const { due, batchMax, batchesMax = 1 } = job;
  let stops = 0;
  const pass = async (): Promise<void> => {
    const stopsBefore = stops;
    for (let batch = 0; batch < batchesMax && stops === stopsBefore; batch += 1) {
      const { rows } = await systemPool.query<Row>(`${due} limit ${batchMax}`, [runtime.now()]);
      const worked = await Promise.all(rows.map((row) => attempt(runtime, job, row)));
      if (rows.length < batchMax || !worked.includes(true)) return;
    }
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
    // The deadline is computed when a call begins, because a call reads or copies the context.
    get deadlineMs() {
      return isLong ? minute() : untilMs;
    },
  };
  return inRequest(context.requestId, () => work(context, row), context).catch((error: unknown) => {
    runtime.logger.error({ err: error, organizationId, id }, `job ${name} failed for a row`);
    return false;
  });
}
