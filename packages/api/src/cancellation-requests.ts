import { z } from 'zod';
import { cfdiKinds } from './cfdi';
import { pageOf } from './page';
import { documentRef, identifier, instant, money, shownLocalDateTime } from './values';

const states = ['pending', 'answering', 'accepted', 'rejected', 'expired', 'closed'] as const;

/** GET /v1/cfdi/cancellation-requests */
export const cancellationRequestFilters = pageOf({ state: z.enum(states).optional() });

/** POST /v1/cfdi/cancellation-requests/{uuid}/answer */
export const cancellationAnswerInput = z.strictObject({
  answer: z.enum(['accept', 'reject']).meta({
    description: 'accept: the SAT cancels the CFDI. reject: it stays valid.',
  }),
});

export const cancellationRequestParams = z.strictObject({ uuid: identifier });

/** An issuer's request to cancel a CFDI that the organization has received. */
export const cancellationRequest = z
  .strictObject({
    uuid: z.string(),
    state: z.enum(states).meta({
      description:
        'answering: the answer was sent and its outcome is not known yet. expired: nobody answered and the SAT canceled the CFDI. closed: the SAT does not list the request any more and does not say how it ended.',
    }),
    receiverRfc: z.string(),
    firstSeenAt: instant,
    answerBefore: instant.optional().meta({
      description:
        'Three business days after firstSeenAt, an estimate: the SAT does not say when the issuer asked. Without an answer of the receiver, the SAT cancels the CFDI, except for CFDI of fuels. A request that follows a rejection has no deadline and waits without end.',
    }),
    document: z
      .strictObject({
        documentRef: documentRef('cfdi'),
        kind: z.enum(cfdiKinds),
        status: z.enum(['draft', 'valid', 'canceled']),
        issuerRfc: z.string().optional(),
        issuerName: z.string().optional(),
        total: money,
        issuedLocalDateTime: shownLocalDateTime.optional(),
        series: z.string().optional(),
        folio: z.string().optional(),
      })
      .optional()
      .meta({
        description:
          'The CFDI is absent while the organization does not have it. Timbre then requests the CFDI from the SAT with the FIEL, which takes minutes to days; until the XML comes, Timbre may know only its metadata, without series and folio and with the currency XXX.',
      }),
    answer: z.enum(['accept', 'reject']).optional(),
    code: z.string().optional().meta({ description: 'The SAT’s code for the answer.' }),
    message: z.string().optional(),
    finishedAt: instant.optional(),
  })
  .meta({ id: 'CancellationRequest' });
