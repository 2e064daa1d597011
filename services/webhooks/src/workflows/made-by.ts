import type { webhooks } from '@timbre/contract';
import type { Transaction } from '@timbre/kit';
import type { Webhook } from '../store/webhooks';

/** Returns the caller as the maker of an endpoint. */
export const madeBy = (
  { context: { actor } }: Transaction,
  maker: webhooks.Maker | undefined,
): Pick<Webhook, 'createdBy' | 'userId' | 'grantId'> => ({
  createdBy: actor,
  userId: maker?.userId ?? null,
  grantId: maker?.grantId ?? null,
});
