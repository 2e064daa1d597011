import {
  createDueJob,
  createRun,
  type DueRow,
  type Logger,
  type Run,
  type JobParts,
} from '@timbre/kit';
import { isAbandoned } from '../domain/stamping/attempt-state';
import { dueAttempts } from '../store/stamping/stamp-attempts';
import { abandonAttempt } from '../workflows/stamping/abandon-attempt';
import { checkAttempt } from '../workflows/stamping/send-attempt';
import type { StampingProviders } from '../workflows/stamping/sealing';

const everyMs = 2_000;
const batchMax = 32;

interface DueAttempt extends DueRow {
  sent_at: string | Date | null;
}

/**
 * Looks up stamps for which the PAC's response was lost. The outcome of these stamps is recorded even if no
 * client repeats the stamp request.
 */
export const createStampReconciler = ({ runtime, systemPool }: JobParts<StampingProviders>) =>
  createDueJob<DueAttempt>(runtime, systemPool, {
    name: 'stamp-reconciler',
    everyMs,
    due: dueAttempts,
    batchMax,
    work: async (context, attempt) => {
      const run = createRun(runtime, context);
      try {
        return await checkAttempt(run, runtime.providers.pacs, attempt.id);
      } finally {
        await handOver(run, runtime.logger, attempt);
      }
    },
  });

/** The job locks the attempt, because another process may have changed it since the job read it. */
async function handOver(run: Run, logger: Logger, row: DueAttempt): Promise<void> {
  const sentAt = row.sent_at === null ? null : new Date(row.sent_at);
  if (!isAbandoned({ state: 'unknown', sentAt }, run.now())) return;
  if (!(await abandonAttempt(run, row.id))) return;
  const { id: attemptId, org_id: organizationId } = row;
  logger.error({ attemptId, organizationId }, 'operator needed: stamp unknown for 72 h');
}
