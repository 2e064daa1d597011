import { every, type CallContext, type Logger, type Repeated, type Runtime } from '@timbre/kit';
import type { Pool } from 'pg';

/** Something of an organization that is due, as a job finds it. */
export interface Due {
  org_id: string;
  id: string;
}

/** What a job does with what is due, over all organizations. */
export interface DueWork {
  /** Names the job in its actor and in the log. */
  name: string;
  everyMs: number;
  /** Selects `org_id` and `id` of what is due, with a limit; row-level security lets it. */
  due: string;
  work: (context: CallContext, id: string) => Promise<unknown>;
}

/**
 * Does what is due again and again. Several replicas share the work: each piece is claimed by
 * `work`. One that fails is logged, and waits for its next turn.
 */
export function repeat(runtime: Runtime, systemPool: Pool, job: DueWork): Repeated {
  const { logger } = runtime;
  const pass = async (): Promise<void> => {
    const { rows } = await systemPool.query<Due>(job.due);
    await Promise.all(rows.map((row) => one(runtime, logger, job, row)));
  };
  return every(job.everyMs, pass, logger, `job ${job.name}`);
}

async function one(
  runtime: Runtime,
  logger: Logger,
  { name, work }: DueWork,
  { org_id: organizationId, id }: Due,
): Promise<void> {
  const context: CallContext = {
    organizationId,
    environment: runtime.environment,
    actor: `system:${name}`,
    permissions: [],
    requestId: `job_${id}`,
    deadlineMs: runtime.now().getTime() + 60_000,
  };
  await work(context, id).catch((error: unknown) => logger.error({ err: error, id }, name));
}
