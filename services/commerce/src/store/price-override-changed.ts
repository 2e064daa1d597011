import { commerce } from '@timbre/contract';
import type { DomainEvent } from '@timbre/kit';

/** commerce.price_override.changed: the override's current state, or that it is deleted. */
export const priceOverrideChanged = (override: commerce.PriceOverride): DomainEvent => ({
  subject: 'commerce.price_override.changed',
  aggregate: 'price_override',
  aggregateId: override.overrideId,
  aggregateVersion: override.version,
  payload: commerce.PriceOverride.encode(override).finish(),
});
