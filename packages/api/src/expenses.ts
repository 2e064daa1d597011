import { z } from 'zod';
import { pesos } from './cfdi-input';
import { nullable } from './contacts';
import { issue } from './issue';
import { flag, pageOf } from './page';
import {
  date,
  documentRef,
  givenRef,
  shownFreeText,
  happenedAt,
  identifier,
  instant,
  money,
  satCode,
  shownLocalDateTime,
  text,
} from './values';

const settlementMode = z.enum(['credit', 'paid']);
const settlementState = z.enum(['open', 'partially_settled', 'settled']);
const amount = pesos({ positive: true });

const fields = {
  description: text(300),
  categoryId: identifier,
  settlementMode,
  total: z.strictObject({ amount, currency: z.literal('MXN') }),
};

const optionalFields = {
  paymentForm: satCode('c_FormaPago').meta({
    description:
      'Form of payment, a code of c_FormaPago other than 99; required if it is paid. On credit the form is 99.',
  }),
  supplierId: identifier.meta({ description: 'Required on credit.' }),
  supplierName: text(300).meta({ description: 'Name of a supplier that is not a contact.' }),
  locationId: identifier,
  occurredAt: happenedAt.meta({ description: 'Time of the expense; now if absent.' }),
  businessDate: date.meta({
    description: 'Business day; default: the day of occurredAt at the location.',
  }),
  dueOn: date.meta({ description: 'Day on which the payment is due; only on credit.' }),
  notes: shownFreeText(2_000),
};

/** POST /v1/expenses */
export const expenseInput = z.strictObject({
  ...fields,
  ...z.object(optionalFields).partial().shape,
});

const { occurredAt: _, businessDate, paymentForm, ...clearable } = optionalFields;

/** PATCH /v1/expenses/{documentRef} */
export const expensePatch = z.strictObject({
  ...z.object({ ...fields, businessDate, paymentForm }).partial().shape,
  ...nullable(clearable),
});

/** POST /v1/expenses/{documentRef}/settlements */
export const settlementInput = z.strictObject({
  amount: amount.meta({ description: 'Pesos paid, at most the open amount.' }),
  paidOn: date,
  paymentForm: satCode('c_FormaPago'),
  reference: text(100).optional(),
});

/** PUT /v1/expenses/{documentRef}/cfdi */
export const expenseCfdiInput = z.strictObject({
  cfdiDocumentRef: givenRef('cfdi').nullable().meta({
    description: 'A received income CFDI, `cfdi:<id>`; null removes the link.',
  }),
  acceptDifference: z.boolean().default(false).meta({
    description: 'Accepts a total that differs from the expense by more than a cent.',
  }),
});

/** The query of GET /v1/expenses. The filters dateFrom and dateTo apply to business dates. */
export const expenseFilters = pageOf({
  categoryId: identifier.optional(),
  supplierId: identifier.optional(),
  locationId: identifier.optional(),
  settlementState: settlementState.optional(),
  hasCfdi: flag.optional(),
});

const pesosShown = z.strictObject({ amount: z.number(), currency: z.literal('MXN') });

const shown = {
  category: z.literal('expense'),
  documentRef: documentRef('expense'),
  description: z.string(),
  expenseCategory: z.string().meta({ description: 'Name of the category when it was assigned.' }),
  categoryId: z.string().min(1),
  settlementMode,
  settlementState,
  paymentForm: z.string(),
  total: pesosShown,
  occurredAt: instant,
  businessDate: z.iso.date(),
  updatedAt: instant,
  openAmount: z
    .number()
    .optional()
    .meta({ description: 'Open balance of an expense on credit, in pesos.' }),
  paidAmount: z.number().optional().meta({
    description:
      'Pesos of an expense on credit that payments to the supplier cover, besides the settlements.',
  }),
  supplierId: z.string().optional(),
  supplierName: z.string().optional(),
  locationId: z.string().optional(),
  locationName: z.string().optional(),
  dueOn: z.iso.date().optional(),
  notes: z.string().optional(),
  cfdiDocumentRef: documentRef('cfdi').optional(),
  cfdiUuid: z.string().optional(),
  cfdiDifference: z.number().optional().meta({
    description: 'Total of the CFDI in pesos minus the total, if they differ.',
  }),
  cfdiCanceled: z.boolean().optional().meta({
    description: 'The linked CFDI was canceled and no longer allows a deduction.',
  }),
  warnings: z.array(issue).optional().meta({
    description: 'Probable mistakes about the linked CFDI.',
  }),
};

/** An expense in a response (spec part 2, Expense). */
export const expense = z.strictObject(shown).meta({ id: 'Expense' });

/** An expense with its settlements, the oldest first. */
export const expenseDetail = z
  .strictObject({
    ...shown,
    settlements: z.array(
      z.strictObject({
        settlementId: z.string().min(1),
        amount: z.number(),
        paidOn: z.iso.date(),
        paymentForm: z.string(),
        recordedAt: instant,
        reference: z.string().optional(),
      }),
    ),
    suggestedCfdi: z
      .array(
        z.strictObject({
          documentRef: documentRef('cfdi'),
          uuid: z.string(),
          counterpartyRfc: z.string(),
          total: money,
          totalMxn: z.number(),
          counterpartyName: z.string().optional(),
          issuedLocalDateTime: shownLocalDateTime.optional(),
          methodCode: z.string().optional(),
        }),
      )
      .max(10)
      .optional()
      .meta({
        description:
          'With suggestCfdi: received CFDI that may support the expense, the likeliest first.',
      }),
  })
  .meta({ id: 'ExpenseDetail' });
