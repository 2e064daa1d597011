import type { webhooks } from '@timbre/contract';
import { createRun, withoutKey, type Operation } from '@timbre/kit';
import { tieOf } from '../workflows/add-credential';
import type { Creator } from '../workflows/creator';
import { requireStanding } from '../workflows/require-standing';

/**
 * Returns the member and the application that act in a request that creates a record in another
 * service, such as a webhook. The created record ends together with the access of the member or the
 * application. Member and application are read from the database again, because a gateway caches
 * callers for some seconds. The possible refusal is unauthenticated (invalid_token).
 */
export const readMaker: Operation<Creator, unknown, webhooks.Maker> = {
  run: (runtime, context, creator) =>
    createRun(runtime, withoutKey(context)).step(async (tx) => {
      await requireStanding(tx, creator);
      const { userId, grantId } = await tieOf(tx, creator);
      return { userId: userId ?? undefined, grantId: grantId ?? undefined };
    }),
};
