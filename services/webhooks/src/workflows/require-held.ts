import { Refusal } from '@timbre/kit';
import type { Webhook } from '../store/webhooks';

/**
 * Requires that the caller holds all permissions of the endpoint. A caller that sets the address
 * receives all events, also those that are sent again, and a caller that gets the secret can forge
 * events.
 * @throws Refusal forbidden (permission_not_held)
 */
export function requireHeld({ permissions }: Pick<Webhook, 'permissions'>, held: string[]): void {
  const missing = permissions.filter((name) => !held.includes(name));
  if (missing.length === 0) return;
  const message = `This webhook sends events for which you lack: ${missing.join(', ')}.`;
  throw new Refusal('forbidden', message, { reason: 'permission_not_held' });
}
