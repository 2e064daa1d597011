import type { webhooks } from '@timbre/contract';
import { query } from '@timbre/kit';
import { madeWebhooks } from '../store/webhooks';

/**
 * Lists the enabled webhooks with their makers. The result is part of the list of everything that
 * has access to the organization.
 */
export const listWebhookMakers = query(async (read, _: webhooks.ListWebhookMakersRequest) => ({
  webhooks: await madeWebhooks(read),
}));
