import { Rfc } from '@timbre/fiscal';
import { z } from 'zod';
import { receiverPattern } from './patterns';
import { decimal, email, withCode } from './values';

/** The kinds of documents that limits of a credential can allow for its irreversible actions. */
export const actionKinds = [
  'income', 'credit_note', 'transfer', 'payroll', 'payment_complement', 'withholding',
  'sales_receipt', 'quote', 'expense', 'payment', 'declaration', 'tax_compliance_opinion',
] as const; // prettier-ignore

export type ActionKind = (typeof actionKinds)[number];

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Receivers are stored as an RFC in upper case, or as an identifier or email address in lower case.
 *
 * - receiver_invalid: the receiver must be an RFC, the identifier of a contact or an e-mail address
 */
const receiver = z
  .string()
  .max(254)
  .transform((text) => {
    const given = text.normalize().trim();
    return Rfc.parse(given.toUpperCase()) ? given.toUpperCase() : given.toLowerCase();
  })
  .refine(
    (given) => Rfc.parse(given) !== undefined || uuid.test(given) || email.safeParse(given).success,
    withCode('receiver_invalid', 'Not an RFC, the identifier of a contact, or an e-mail address.'),
  )
  .meta({ pattern: receiverPattern });

const receiversMax = 200;

const amountMax = decimal({ decimals: 2 });

/**
 * The limits of a credential in POST /v1/credentials, which apply in addition to its permissions.
 */
export const credentialLimitsInput = z
  .strictObject({
    documentAmountMax: amountMax.optional().meta({
      description:
        'Largest amount of one irreversible action, in pesos; other currencies count at their exchange rate.',
    }),
    dayAmountMax: amountMax.optional().meta({
      description:
        'Largest sum of irreversible actions in one day of central Mexico, in pesos; the credentials that this one creates count too.',
    }),
    kinds: z
      .array(z.enum(actionKinds))
      .min(1)
      .max(actionKinds.length)
      .optional()
      .meta({ description: 'Irreversible actions on these kinds of documents only.' }),
    receivers: z.array(receiver).min(1).max(receiversMax).optional().meta({
      description:
        'The only receivers of irreversible actions: RFCs, identifiers of contacts, and e-mail addresses.',
    }),
    dryRun: z.boolean().optional().meta({
      description: 'Writes change nothing; the answer says what they would do.',
    }),
    requiresApproval: z.boolean().optional().meta({
      description: 'Irreversible actions wait until a member approves them; see approveRequest.',
    }),
  })
  .meta({ id: 'CredentialLimitsInput' });

/** The limits of a credential, combined with the limits of its parent credential. */
export const credentialLimits = z
  .strictObject({
    documentAmountMax: z.number().optional(),
    dayAmountMax: z.number().optional(),
    kinds: z.array(z.enum(actionKinds)).optional(),
    receivers: z.array(z.string()).optional(),
    dryRun: z.literal(true).optional(),
    requiresApproval: z.literal(true).optional(),
  })
  .meta({ id: 'CredentialLimits' });
