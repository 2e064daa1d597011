import type { activityFilters } from '@timbre/api';
import type { common } from '@timbre/contract';
import { isIdentifier, nilUuid, query, type Filter } from '@timbre/kit';
import type { z } from 'zod';
import { activityList, activityResource, lastActivityOf } from '../store/activity';

type Filters = Omit<z.output<typeof activityFilters>, 'cursor' | 'limit'>;

interface Asked extends Filters {
  page: common.PageRequest;
}

/**
 * Returns the smallest identifier that a record of the given UTC day can have. An identifier begins
 * with its creation time, which also determines the partition of a row.
 */
function firstIdOf(day: string, daysLater = 0): string {
  const ms = Date.parse(`${day}T00:00:00Z`) + daysLater * 86_400_000;
  const hex = Math.max(0, ms).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}

/**
 * Returns the actor with this identifier. If the text is not an identifier, the filter matches no
 * activity.
 */
const actorOf = (id: string | undefined): string | undefined =>
  id && `credential:${isIdentifier(id) ? id : nilUuid}`;

const filtersOf = (asked: Filters): Filter[] =>
  [
    ['r.id >= $1::uuid', asked.dateFrom && firstIdOf(asked.dateFrom)],
    ['r.id < $1::uuid', asked.dateTo && firstIdOf(asked.dateTo, 1)],
    ['r.operation = $1', asked.operation],
    ['r.tool = $1', asked.tool],
    ['r.channel = $1', asked.channel],
    ['r.status / 100 = $1::int', asked.statusClass && Number(asked.statusClass[0])],
    ['r.code = $1', asked.code],
    ['r.actor = $1', actorOf(asked.credentialId)],
    ['r.request_id = $1', asked.requestId],
    ['r.document_ref = $1', asked.documentRef],
  ].filter(([, value]) => value !== undefined) as [string, unknown][];

/** Returns the requests of the organization, newest first. */
export const listRequests = query((read, { page, ...asked }: Asked) =>
  read.page(activityList, page, filtersOf(asked)),
);

/**
 * Returns the last activity that a request recorded. A request of an assistant can have several
 * activities. The last activity is the operation that the assistant requested.
 */
export const getRequest = query(async (read, { requestId }: { requestId: string }) => {
  const id = await lastActivityOf(read, /^\w+$/.test(requestId) ? requestId : '');
  return read.resource(activityResource, id);
});
