import type { commerce } from '@timbre/contract';
import { createRun, type Operation } from '@timbre/kit';
import { endFence } from '../store/fences';

/**
 * Ends the given fences and older fences of their subjects. Actions that depend on these fences are
 * then rejected (decision 0440).
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
