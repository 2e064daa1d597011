import type { webhooks } from '@timbre/contract';
import { invalid, query, type Filter } from '@timbre/kit';
import { typesOf } from '../domain/subscription';
import { eventList, eventSequence, isAfter, isComplete, permissionOfEvent } from '../store/events';

/**
 * Lists events for programs that have no endpoint. A program that always requests the events after its
 * last read event gets each event exactly once.
 * - event_unknown: `after` names no event, or an event that is not stored any more
 * - order_contradicts: `after` works only in the order from the oldest event
 */
export const listEvents = query(async (read, request: webhooks.ListEventsRequest) => {
  const { page, types, after, order, permissions } = request;
  if (after !== undefined && order === 'newest') {
    const message = 'Events after another one are listed oldest first.';
    throw invalid([{ path: ['order'], code: 'order_contradicts', message }]);
  }
  const filters: Filter[] = [[`${isComplete} and r.permission = any($1::text[])`, permissions]];
  if (types.length) filters.push(['r.type = any($1::text[])', typesOf(types)]);
  if (after !== undefined) {
    if ((await permissionOfEvent(read, after)) === undefined) {
      const message = 'No event of the last 30 days has this identifier.';
      throw invalid([{ path: ['after'], code: 'event_unknown', message }]);
    }
    filters.push([isAfter, after]);
  }
  const isOldestFirst = after !== undefined || order === 'oldest';
  return read.page(isOldestFirst ? eventSequence : eventList, page, filters);
});
