import { z } from 'zod';
import { freeText, instant, withCode } from './values';

const recipientsMax = 10;

/** Each address once, whatever its case. */
const recipients = z
  .array(z.email().max(254))
  .min(1)
  .max(recipientsMax)
  .superRefine((addresses, context) => {
    const seen = new Set<string>();
    for (const [index, address] of addresses.entries()) {
      const folded = address.toLowerCase();
      if (seen.has(folded)) {
        const repeated = withCode('repeated', `${address} is given more than once.`);
        context.addIssue({ code: 'custom', path: [index], ...repeated });
      }
      seen.add(folded);
    }
  });

export const sendInput = z.strictObject({
  recipients,
  message: freeText(1_000)
    .optional()
    .meta({ description: 'Words of yours above the text of the mail.' }),
});

export const delivery = z
  .strictObject({
    deliveryId: z.string().min(1),
    documentRef: z.string().min(1),
    recipient: z.string(),
    state: z.enum(['queued', 'sent', 'failed']),
    attempts: z.int().min(0),
    lastErrorCode: z.string().optional().meta({
      description:
        'Of the last attempt that failed: the code of the mail server, such as 550 5.1.1, or recipient_suppressed, document_unavailable, document_unreadable, not_authenticated, timeout, unreachable.',
    }),
    createdAt: instant,
    nextAttemptAt: instant.optional(),
    sentAt: instant.optional(),
  })
  .meta({ id: 'Delivery' });

export const mailing = z
  .strictObject({
    documentRef: z.string().min(1),
    createdAt: instant,
    deliveries: z.array(delivery),
  })
  .meta({ id: 'Mailing' });
