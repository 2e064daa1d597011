import type { webhooks } from '@timbre/contract';
import { query } from '@timbre/kit';
import { webhookList } from '../store/webhooks';

export const listWebhooks = query((read, { page, status }: webhooks.ListWebhooksRequest) =>
  read.page(webhookList, page, status === undefined ? [] : [['r.status = $1', status]]),
);
