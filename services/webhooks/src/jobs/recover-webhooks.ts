import { createDueJob, createRun, type Background } from '@timbre/kit';
import { recoverBatch, webhooksToRecover } from '../store/recovery';
import type { Wake } from '../workflows/deliver-events';

const everyMs = 1_000;
const batchMax = 4;

/** Continues the recoveries of all organizations, one batch of each recovery at a time. */
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
      const state = await createRun(runtime, context).step((tx) => recoverBatch(tx, id));
      runtime.providers.wake.nudge();
      return state !== 'waiting';
    },
  });
