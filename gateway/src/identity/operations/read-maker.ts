import type { webhooks } from '@timbre/contract';
import { createRun, withoutKey, type Operation } from '@timbre/kit';
import { tieOf } from '../workflows/add-credential';
import type { Creator } from '../workflows/creator';
import { requireStanding } from '../workflows/require-standing';

/**
 * The member and the application of a caller who makes something in another service. The created thing ends
 * with the access of the member or application. Member and application are read again, because a gateway
 * caches callers for seconds. Refusals: unauthenticated (invalid_token)
 */
export const readMaker: Operation<Creator, unknown, webhooks.Maker> = {
  run: (runtime, context, creator) =>
    createRun(runtime, withoutKey(context)).step(async (tx) => {
      await requireStanding(tx, creator);
      const { userId, grantId } = await tieOf(tx, creator);
      return { userId: userId ?? undefined, grantId: grantId ?? undefined };
    }),
};
