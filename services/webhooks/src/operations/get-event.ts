import type { webhooks } from '@timbre/contract';
import { isIdentifier, notFound, query } from '@timbre/kit';
import { eventResource } from '../store/events';

/** An event that the caller may not read does not exist for it. */
export const getEvent = query(async (read, request: webhooks.GetEventRequest) => {
  const { eventId, permissions } = request;
  if (!isIdentifier(eventId)) throw notFound(eventResource.name);
  const rows = await read.rows<{ permission: string }>(
    'select permission from events where org_id = :org and id = $2::uuid',
    [eventId],
  );
  if (!rows[0] || !permissions.includes(rows[0].permission)) throw notFound(eventResource.name);
  return read.resource(eventResource, eventId);
});
