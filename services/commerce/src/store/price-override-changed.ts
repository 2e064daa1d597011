import { publicForm } from '@timbre/api';
import { commerce } from '@timbre/contract';
import type { DomainEvent } from '@timbre/kit';

/**
 * Creates the event commerce.price_override.changed, with the current state of the price override
 * or with its deletion.
 */
export const priceOverrideChanged = (override: commerce.PriceOverride): DomainEvent => ({
  subject: 'commerce.price_override.changed',
  aggregate: 'price_override',
  aggregateId: override.overrideId,
  aggregateVersion: override.version,
  payload: commerce.PriceOverride.encode(override).finish(),
});

export const publicPriceOverride = publicForm('commerce.price_override', commerce.PriceOverride, {
  type: (_, { deleted }) => (deleted ? 'price_override.deleted' : 'price_override.changed'),
  data: ({ fields, ...override }) => ({ ...override, ...fields }),
});
