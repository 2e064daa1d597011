import { createRun, every, type Logger, type Run, type Runtime } from '@timbre/kit';
import type { Pool } from 'pg';
import { isAbandoned } from '../domain/stamping/stamping';
import { abandonAttempt } from '../workflows/stamping/abandon-attempt';
import { checkAttempt } from '../workflows/stamping/send-attempt';
import type { StampingProviders } from '../workflows/stamping/sealing';

const everyMs = 2_000;
const batchMax = 32;
const batchesMax = 100;

/** Due attempts over all organizations; row-level security lets the system role read just these. */
const dueAttempts = `select org_id, id, sent_at from stamp_attempts
  where state in ('sealed', 'sending', 'unknown') and next_check_at <= $1
  order by next_check_at limit ${batchMax}`;

interface DueRow {
  org_id: string;
  id: string;
  sent_at: string | Date | null;
}

/**
 * Finds out, every two seconds, what became of documents whose answer was lost, so that they
 * resolve without anybody asking. Several replicas share the work: each look is claimed.
 */
export function createStampReconciler(runtime: Runtime<StampingProviders>, systemPool: Pool) {
  const { logger } = runtime;

  const pass = async (): Promise<void> => {
    for (let batch = 0; batch < batchesMax; batch += 1) {
      const { rows } = await systemPool.query<DueRow>(dueAttempts, [runtime.now()]);
      const looked = await Promise.all(rows.map((row) => check(runtime, logger, row)));
      if (rows.length < batchMax || !looked.includes(true)) return;
    }
  };
  return every(everyMs, pass, logger, 'the stamp reconciler');
}

/** What the row says is from before the look; the attempt itself is asked again under its lock. */
async function handOver(run: Run, logger: Logger, row: DueRow): Promise<void> {
  const sentAt = row.sent_at === null ? null : new Date(row.sent_at);
  if (!isAbandoned({ state: 'unknown', sentAt }, run.now())) return;
  if (!(await abandonAttempt(run, row.id))) return;
  const { id: attemptId, org_id: organizationId } = row;
  logger.error({ attemptId, organizationId }, 'operator needed: stamp unknown for 72 h');
}

async function check(
  runtime: Runtime<StampingProviders>,
  logger: Logger,
  row: DueRow,
): Promise<boolean> {
  const now = runtime.now().getTime();
  const run = createRun(runtime, {
    organizationId: row.org_id,
    environment: runtime.environment,
    actor: 'system:stamp-reconciler',
    permissions: [],
    requestId: `job_${row.id}`,
    deadlineMs: now + 60_000,
  });
  const isLooked = await checkAttempt(run, runtime.providers.pacs, row.id).catch((error) => {
    logger.error({ err: error, attemptId: row.id }, 'a stamp could not be reconciled');
    return false;
  });
  await handOver(run, logger, row).catch((error) =>
    logger.error({ err: error, attemptId: row.id }, 'a stamp could not be handed over'),
  );
  return isLooked;
}
