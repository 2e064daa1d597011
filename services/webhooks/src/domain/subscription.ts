import { eventTypes } from '@timbre/api';

const permissionOf = new Map<string, string>(
  eventTypes.map(({ type, permission }) => [type, permission]),
);

/** Returns the subscriptions that match an event of a given type. */
export const subscriptionsTo = (type: string): string[] => [type, `${type.split('.')[0]}.*`, '*'];

/** Returns the permission that a caller needs to read an event of a given type. */
function permissionTo(type: string): string {
  const permission = permissionOf.get(type);
  if (!permission) throw new Error(`${type} is not a public event`);
  return permission;
}

/**
 * Returns the permission that a caller needs to read an event. Events of payroll documents need a
 * different permission, because these documents contain wages.
 */
export const permissionToEvent = (type: string, data: Record<string, unknown>): string =>
  type.startsWith('cfdi.') && data['kind'] === 'payroll' ? 'employees:read' : permissionTo(type);

/** Returns the event types that match the subscriptions. */
export const typesOf = (subscriptions: readonly string[]): string[] =>
  eventTypes
    .map(({ type }) => type)
    .filter((type) => subscriptionsTo(type).some((name) => subscriptions.includes(name)));

interface SubscriptionIssue {
  path: (string | number)[];
  code: string;
  message: string;
}

/**
 * Returns issues for subscriptions to events that the caller may not read; `*` means all events that the
 * caller may read.
 * - permission_not_held: the credential lacks the permission to read these events
 */
export const subscriptionIssues = (
  subscriptions: readonly string[],
  held: readonly string[],
): SubscriptionIssue[] =>
  subscriptions.flatMap((name, index) => {
    if (name === '*') return [];
    const missing = typesOf([name])
      .map(permissionTo)
      .find((needed) => !held.includes(needed));
    if (!missing) return [];
    const message = `This credential cannot subscribe to ${name}, because it does not hold ${missing}.`;
    return [{ path: ['events', index], code: 'permission_not_held', message }];
  });
