import type { webhooks } from '@timbre/contract';
import { isIdentifier, query, type Filter } from '@timbre/kit';
import { deliveryList } from '../store/deliveries';
import { Webhook, webhookResource } from '../store/webhooks';

/**
 * The identifier that is used instead of a malformed identifier in a filter. No database row has
 * this identifier, so the list is then empty.
 */
const none = '00000000-0000-0000-0000-000000000000';

export const listWebhookDeliveries = query(
  async (read, request: webhooks.ListWebhookDeliveriesRequest) => {
    const { page, state, eventId } = request;
    const { id } = await read.get(Webhook, request.webhookId, webhookResource.name);
    const filters: Filter[] = [['r.webhook_id = $1::uuid', id]];
    if (state !== undefined) filters.push(['r.state = $1', state]);
    if (eventId !== undefined) {
      filters.push(['r.event_id = $1::uuid', isIdentifier(eventId) ? eventId : none]);
    }
    return read.page(deliveryList, page, filters);
  },
);
