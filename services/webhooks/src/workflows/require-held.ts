import { Refusal } from '@timbre/kit';
import type { Webhook } from '../store/webhooks';

/**
 * Checks that the caller has all permissions of the endpoint. The permission check is necessary
 * because a caller who sets the address receives all events, including repeated events, and a
 * caller who gets the secret can forge events.
 * @throws Refusal forbidden (permission_not_held) if a permission is missing
 */
export function requireHeld({ permissions }: Pick<Webhook, 'permissions'>, held: string[]): void {
  const missing = permissions.filter((name) => !held.includes(name));
  if (missing.length === 0) return;
  const message = `This webhook sends events for which you lack: ${missing.join(', ')}.`;
  throw new Refusal('forbidden', message, { reason: 'permission_not_held' });
}
