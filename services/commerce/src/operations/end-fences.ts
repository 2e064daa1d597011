import type { commerce } from '@timbre/contract';
import { createRun, type Operation } from '@timbre/kit';
import { endFence } from '../store/fences';

/**
 * Ends these fences and older fences of their subjects. Actions that rely on them are then refused
 * (decision 0440).
 */
export const endFences: Operation<commerce.EndFencesRequest, unknown, commerce.EndFencesResponse> =
  {
    async run(runtime, context, { fences }) {
      const run = createRun(runtime, context);
      for (const { subject, number } of fences) {
        await run.step((tx) => endFence(tx, subject, number));
      }
      return {};
    },
  };
