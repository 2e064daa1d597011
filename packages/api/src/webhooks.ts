import { nearest } from '@timbre/fiscal';
import { z } from 'zod';
import { sayNear } from './texts/near-text';
import type { Said } from './texts/text';
import { nullable } from './contacts';
import { disabledReasons, eventGroups, eventTypes } from './events';
import { pageFields, pageOf, queryOf } from './page';
import { eventNamesPattern } from './patterns';
import { identifier, instant, shape, text, withReason } from './values';

export const webhookParams = z.strictObject({ webhookId: identifier });

const subscriptions = new Set([
  '*',
  ...eventGroups.map((group) => `${group}.*`),
  ...eventTypes.map(({ type }) => type),
]);

function unknownEvent(given: unknown): Said {
  const name = String(given).slice(0, 100);
  return sayNear('event_unknown', nearest(name, subscriptions), { name });
}

const eventName = z
  .string()
  .refine((name) => subscriptions.has(name), withReason('event_unknown', unknownEvent))
  .meta({
    ...shape('EventSelector'),
    enum: [...subscriptions],
    description: 'A type, all types of a group (`cfdi.*`), or all (`*`).',
    examples: ['cfdi.stamped', 'cfdi.*', '*'],
  });

const urlOfReceiver = z
  .string()
  .max(2_048)
  .meta({ format: 'uri', description: 'https on port 443 or 8443, at a public address.' });

const fields = {
  url: urlOfReceiver,
  events: z.array(eventName).min(1).max(100),
};

/** POST /v1/webhooks */
export const webhookInput = z.strictObject({ ...fields, description: text(200).optional() });

const status = z.enum(['enabled', 'disabled']);

/** PATCH /v1/webhooks/{webhookId} */
export const webhookPatch = z.strictObject({
  ...z.object(fields).partial().shape,
  ...nullable({ description: text(200) }),
  status: status.optional().meta({
    description: 'An endpoint that is enabled again gets the events that still have attempts left.',
  }),
});

export const webhookFilters = pageOf({ status: status.optional() });

const shown = {
  webhookId: z.string().min(1),
  url: z.string(),
  events: z.array(z.string()),
  status,
  createdAt: instant,
  updatedAt: instant,
  description: z.string().optional(),
  disabledReason: z.enum(disabledReasons).optional(),
  disabledAt: instant.optional(),
  failingSince: instant.optional().meta({ description: 'Time since which every attempt failed.' }),
  previousSecretExpiresAt: instant.optional().meta({
    description: 'Time until which events are also signed with the previous secret.',
  }),
  recoveringSince: instant.optional().meta({
    description: 'Start of the period whose missed events recoverWebhook is sending again.',
  }),
};

/** An endpoint of the organization that receives events. */
export const webhook = z.strictObject(shown).meta({ id: 'Webhook' });

const secret = z.string().meta({
  description: 'Verifies signatures (Standard Webhooks); no other response contains it.',
  examples: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYqr'],
});

/**
 * The response that creates an endpoint, which contains the secret. A repeated request returns the
 * secret again while the secret is in use.
 */
export const createdWebhook = z
  .strictObject({ ...shown, secret: secret.optional() })
  .meta({ id: 'CreatedWebhook' });

/** POST /v1/webhooks/{webhookId}/rotate-secret */
export const rotationInput = z
  .strictObject({
    overlapSeconds: z
      .int()
      .min(0)
      .max(604_800)
      .optional()
      .meta({ description: 'Seconds for which the old secret signs too; 86400 if absent.' }),
  })
  .default({});

export const rotatedSecret = z
  .strictObject({
    webhookId: z.string().min(1),
    previousSecretExpiresAt: instant,
    secret: secret.optional(),
  })
  .meta({ id: 'RotatedSecret' });

/** POST /v1/webhooks/{webhookId}/recover */
export const recoveryInput = z.strictObject({
  since: instant.meta({ description: 'At most 30 days ago.' }),
});

const deliveryState = z.enum(['pending', 'delivered', 'failed']);

export const deliveryParams = z.strictObject({ webhookId: identifier, deliveryId: identifier });

export const webhookDeliveryFilters = pageOf({
  state: deliveryState.optional(),
  eventId: identifier.optional(),
});

/** The delivery of an event to one endpoint, with its latest ten attempts, the newest first. */
export const webhookDelivery = z
  .strictObject({
    deliveryId: z.string().min(1),
    webhookId: z.string().min(1),
    eventId: z.string().min(1),
    eventType: z.string(),
    state: deliveryState,
    attemptCount: z.int(),
    createdAt: instant,
    attempts: z.array(
      z.strictObject({
        attemptedAt: instant,
        durationMs: z.int(),
        outcome: z.enum([
          'delivered',
          'refused',
          'redirected',
          'gone',
          'timed_out',
          'not_connected',
          'interrupted',
          'address_forbidden',
        ]),
        status: z.int().optional(),
        answer: z.string().optional().meta({ description: 'The first 4,096 bytes of the answer.' }),
        address: z.string().optional().meta({ description: 'The address that was called.' }),
        error: z.string().optional(),
      }),
    ),
    nextAttemptAt: instant.optional(),
  })
  .meta({ id: 'WebhookDelivery' });

const { query: _words, ...pageWithoutSearch } = pageFields;

/**
 * The query of GET /v1/events. The list is sorted newest first; it is sorted oldest first if the
 * query requests the events after a given event.
 */
export const eventFilters = queryOf({
  ...pageWithoutSearch,
  types: z
    .string()
    .max(2_000)
    .transform((list) => list.split(','))
    .pipe(z.array(eventName).max(100))
    .optional()
    .meta({ pattern: eventNamesPattern, description: 'Types, groups or *, separated by commas.' }),
  order: z.enum(['newest', 'oldest']).optional(),
  after: identifier.optional().meta({
    description:
      'Identifier of an event; the answer has the events after it, oldest first. With it, a program reads every event once.',
  }),
});

export const eventParams = z.strictObject({ eventId: identifier });
