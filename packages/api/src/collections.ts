import { z } from 'zod';
import { settlementTerms } from './cfdi-input';
import { pageFields, queryOf } from './page';
import { documentRef, form, identifier, instant } from './values';

export const cfdiRef = z
  .string()
  .regex(/^cfdi:[A-Za-z0-9_-]{1,128}$/, form('format_cfdi_ref'))
  .meta({ description: 'Reference of a CFDI, cfdi:<id>.' });

/** PUT /v1/accounts/receivables/{customerId}/invoices/{documentRef}/plan */
export const planParams = z.strictObject({ customerId: identifier, documentRef: cfdiRef });

export const planInput = z
  .strictObject({
    settlementTerms: settlementTerms.nullable().meta({ description: 'null clears the plan.' }),
  })
  .meta({ id: 'ReceivablePlanInput' });

export const plannedInvoice = z
  .strictObject({
    documentRef: documentRef(),
    plannedAt: instant,
    settlementTerms: settlementTerms.optional(),
    paymentDueDate: z.iso
      .date()
      .optional()
      .meta({ description: 'Day on which the next payment is due.' }),
  })
  .meta({ id: 'PlannedInvoice' });

/** The status of an installment. An installment becomes overdue on the day after its due day. */
const status = z
  .enum(['pending', 'partially_paid', 'overdue', 'paid', 'canceled'])
  .meta({ id: 'InstallmentStatus' });

const amounts = {
  amount: z.number(),
  covered: z.number().meta({
    description: 'Amount paid by payments and credit; the oldest installment is paid first.',
  }),
  open: z.number(),
  status,
};

export const receivablePlan = z
  .strictObject({
    planId: z.string(),
    documentRef: documentRef(),
    customerId: z.string(),
    state: z.enum(['active', 'completed', 'replaced', 'cleared', 'canceled']),
    settlementTerms,
    plannedAt: instant,
    plannedBalance: z
      .number()
      .meta({ description: 'Fiscal balance that the plan divides, in the currency.' }),
    currency: z.string(),
    installments: z.array(
      z
        .strictObject({ number: z.int(), dueOn: z.iso.date(), ...amounts })
        .meta({ id: 'Installment' }),
    ),
    replacedBy: z.string().optional().meta({ description: 'Plan that replaces this plan.' }),
  })
  .meta({ id: 'ReceivablePlan' });

const { cursor, limit, dateFrom, dateTo } = pageFields;

/**
 * The query of GET /v1/accounts/collection-calendar. The filters dateFrom and dateTo apply to
 * dueOn.
 */
export const calendarFilters = queryOf({
  cursor,
  limit,
  dateFrom,
  dateTo,
  customerId: identifier.optional(),
  status: status.optional(),
});

export const collectionEvent = z
  .strictObject({
    eventId: z.string().meta({
      description: 'Identifier of the entry; it changes only if the plan changes.',
    }),
    kind: z.enum(['installment', 'due_date']),
    documentRef: documentRef(),
    customerId: z
      .string()
      .meta({ description: 'Identifier of the customer; `unassigned` if it is not a contact.' }),
    dueOn: z.iso.date(),
    currency: z.string(),
    ...amounts,
    customerName: z.string().optional(),
    planId: z.string().optional(),
    installment: z.int().optional(),
  })
  .meta({ id: 'CollectionEvent' });

/** POST /v1/accounts/collection-calendar/feed */
export const collectionFeed = z
  .strictObject({
    url: z.url().meta({
      description: 'Address of the page or calendar; a secret, because it needs no API key.',
    }),
  })
  .meta({ id: 'CollectionFeed' });
