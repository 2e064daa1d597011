import type { webhooks } from '@timbre/contract';
import { query } from '@timbre/kit';
import { madeWebhooks } from '../store/webhooks';

/** The enabled webhooks and their makers, for the list of everything that acts in the organization. */
export const listWebhookMakers = query(async (read, _: webhooks.ListWebhookMakersRequest) => ({
  webhooks: await madeWebhooks(read),
}));
