import { createRun, every, type JobParts, type Repeated, type Run } from '@timbre/kit';
import { systemContext } from '../workflows/system-context';
import { sealRows } from '../workflows/seal-rows';
import { sendRows } from '../workflows/send-rows';
import type { StampingProviders } from '../workflows/readiness-to-stamp';
import { nextDueRuns } from '../store/due-runs';

const everyMs = 2_000;
/** The number of runs that this process reconciles (checks for stamp outcomes) concurrently. */
const runsMax = 16;

type Parts = JobParts<StampingProviders>;

/**
 * Runs every two seconds. The job requests the outcome of receipts whose response was lost, resends
 * receipts that certainly did not arrive, and takes over the rows of stopped workers. A pass of the
 * job only starts the work, so a run with a long turn does not delay other runs.
 */
export function createStampReconciler({ runtime, systemPool }: Parts): Repeated {
  const { logger } = runtime;
  const atWork = new Map<string, Promise<void>>();

  const pass = async (): Promise<void> => {
    const free = runsMax - atWork.size;
    if (free === 0) return;
    const runs = await nextDueRuns(systemPool, runtime.now(), [...atWork.keys()], free);
    for (const { organizationId, runId } of runs) {
      const work = reconcile(organizationId, runId).finally(() => atWork.delete(runId));
      atWork.set(runId, work);
    }
  };
  const reconcile = async (organizationId: string, runId: string): Promise<void> => {
    const context = systemContext(runtime, 'payroll-reconciler', organizationId);
    try {
      await reconcileRun(createRun(runtime, context), runtime.providers, runId);
    } catch (error) {
      logger.error({ err: error, runId }, 'could not reconcile the receipts of a run');
    }
  };
  const job = every(everyMs, pass, logger, 'the stamp reconciler');
  const stop = async (): Promise<void> => {
    await job.stop();
    await Promise.all(atWork.values());
  };
  return { ...job, stop };
}

/** Seals the due rows of a run that are not sealed yet, and then sends all due rows. */
export async function reconcileRun(
  steps: Run,
  { cfdi }: StampingProviders,
  runId: string,
): Promise<void> {
  await sealRows(steps, cfdi, runId, 'due');
  await sendRows(steps, cfdi, runId, 'due');
}
