import type { webhooks } from '@timbre/contract';
import type { Transaction } from '@timbre/kit';
import type { Webhook } from '../store/webhooks';

/** Converts the caller to the form in which an endpoint stores its maker. */
export const madeBy = (
  { context: { actor } }: Transaction,
  maker: webhooks.Maker | undefined,
): Pick<Webhook, 'createdBy' | 'userId' | 'grantId'> => ({
  createdBy: actor,
  userId: maker?.userId ?? null,
  grantId: maker?.grantId ?? null,
});
