import { createDueJob, createRun, type Background } from '@timbre/kit';
import { recoverBatch, webhooksToRecover } from '../store/recovery';
import type { Wake } from '../workflows/deliver-events';

const everyMs = 1_000;
const batchMax = 4;
/** The number of batches of one endpoint in a pass, so that other endpoints do not wait long. */
const eventBatchesMax = 20;

/** Continues the recoveries of all organizations, one part of each at a time. */
export const createRecoveryJob = ({
  runtime,
  systemPool,
}: Pick<Background<{ wake: Wake }>, 'runtime' | 'systemPool'>) =>
  createDueJob(runtime, systemPool, {
    name: 'recover-webhooks',
    everyMs,
    due: webhooksToRecover,
    batchMax,
    work: async (context, { id }) => {
      const run = createRun(runtime, context);
      for (let batch = 0; batch < eventBatchesMax; batch += 1) {
        const state = await run.step((tx) => recoverBatch(tx, id));
        runtime.providers.wake.nudge();
        if (state !== 'more') break;
      }
      return true;
    },
  });
