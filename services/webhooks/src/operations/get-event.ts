import type { webhooks } from '@timbre/contract';
import { notFound, query } from '@timbre/kit';
import { eventResource, permissionOfEvent } from '../store/events';

/**
 * Returns a stored event. If the caller may not read the event, the request is refused with not_found.
 */
export const getEvent = query(async (read, request: webhooks.GetEventRequest) => {
  const { eventId, permissions } = request;
  const permission = await permissionOfEvent(read, eventId);
  if (permission === undefined || !permissions.includes(permission))
    throw notFound(eventResource.name);
  return read.resource(eventResource, eventId);
});
