import { z } from 'zod';
import { pageFields } from './page';
import { date, documentRef, form, instant } from './values';

const summary = {
  category: z.literal('declaration'),
  fiscalYear: z.number(),
  period: z.number().meta({
    description: 'The last month covered, 1 to 12; 13 for a whole year, 0 without a period.',
  }),
  periodicity: z.string().meta({
    description:
      'Length of the periods: monthly, bimonthly, quarterly, four_monthly, semiannual, annual or none.',
  }),
  declarationType: z
    .string()
    .meta({ description: 'Type as the SAT prints it: Normal, Complementaria.' }),
  operationNumber: z.string(),
  documentRef: documentRef('declaration'),
  scrapedAt: instant.meta({ description: 'Time at which Timbre last read the declaration.' }),
  filedAt: date,
  complementaryType: z.string().optional(),
  captureLine: z.string().optional(),
  status: z.string().optional().meta({
    description: 'Estado on the SAT’s portal; `imported` if it was read from a file.',
  }),
  total: z
    .strictObject({ amount: z.number(), currency: z.literal('MXN') })
    .optional()
    .meta({ description: 'Importe total a pagar; absent if the acuse does not show it.' }),
  paidAmount: z.number().optional(),
  paymentDate: date.optional(),
};

/** A declaration in a list (spec part 2, Declaration). */
export const declaration = z.strictObject(summary).meta({ id: 'Declaration' });

const pesos = z.number().optional();

const declarationConcept = z.strictObject({
  number: z.int(),
  name: z.string(),
  taxClass: z.enum(['isr', 'iva', 'withholdings', 'unclassified']),
  charged: pesos,
  inFavor: pesos,
  update: pesos,
  surcharges: pesos,
  fine: pesos,
  applications: pesos,
  paidBefore: pesos,
  paidBeforeOn: date.optional(),
  amountCharged: pesos,
  amountInFavor: pesos,
  amountToPay: pesos,
});

const declarationPayment = z.strictObject({
  captureLine: z.string(),
  amount: z.number(),
  paidOn: date,
  institution: z.string().optional(),
  operationNumber: z.string().optional(),
  paymentKey: z.string().optional(),
});

export const declarationDetail = z
  .strictObject({
    ...summary,
    rfc: z.string(),
    legalName: z.string().optional(),
    dueDate: date.optional(),
    source: z.enum(['portal', 'file']),
    concepts: z.array(declarationConcept).meta({
      description: 'Whole pesos; lines missing in the SAT’s receipt (acuse) are absent.',
    }),
    payments: z.array(declarationPayment),
    annexes: z.array(z.string()),
    anomalies: z.array(z.strictObject({ code: z.string(), text: z.string() })).meta({
      description:
        'Parts of the acuse that Timbre could not read, or that contradict an earlier reading.',
    }),
    files: z
      .array(z.enum(['acuse', 'payment_receipt']))
      .meta({ description: 'Files that downloadDocument has, with format pdf or payment.' }),
  })
  .meta({ id: 'DeclarationDetail' });

/** An opinion of compliance under article 32-D CFF. */
export const complianceOpinion = z
  .strictObject({
    category: z.literal('tax_compliance_opinion'),
    documentRef: documentRef('tax_compliance_opinion'),
    folio: z.string(),
    rfc: z.string(),
    legalName: z.string().optional(),
    result: z.enum([
      'positive',
      'negative',
      'no_obligations',
      'not_registered',
      'activity_suspended',
    ]),
    issuedAt: instant.meta({
      description:
        'Time at which the SAT issued the opinion; noon of that day if the opinion prints no hour.',
    }),
    validUntil: date,
    omissions: z.array(z.strictObject({ description: z.string(), period: z.string().optional() })),
    source: z.enum(['portal', 'file']),
    scrapedAt: instant,
  })
  .meta({ id: 'ComplianceOpinion' });

const { cursor, limit, query } = pageFields;

/** The query of listDeclarations (spec 4.5). */
export const declarationsQuery = z.strictObject({
  fiscalYear: z
    .string()
    .regex(/^\d{1,6}$/, form('format_whole_number'))
    .transform(Number)
    .pipe(z.number().int().min(2000).max(2100))
    .meta({
      description: 'Year of the declarations, 2000 to 2100.',
      override: ({ jsonSchema }) => {
        Object.assign(jsonSchema, { type: 'integer', minimum: 2000, maximum: 2100 });
        delete jsonSchema.pattern;
      },
    }),
  query,
  cursor,
  limit,
});
