import type { webhooks } from '@timbre/contract';
import { query } from '@timbre/kit';
import { madeWebhooks } from '../store/webhooks';

/**
 * Lists the enabled webhooks with the members or applications that made them. The calling service
 * shows these webhooks in the list of everything that has access to the organization.
 */
export const listWebhookMakers = query(async (read, _: webhooks.ListWebhookMakersRequest) => ({
  webhooks: await madeWebhooks(read),
}));
