import { Rfc } from '@timbre/fiscal';
import { z } from 'zod';
import { cancellation } from './cfdi';
import { cfdiRejection, cfdiStamp } from './cfdi-contents';
import { pesos } from './cfdi-input';
import { withholdingComplementFields, withholdingComplementInputs } from './complements';
import { needs, rules } from './field-rules';
import { issue } from './issue';
import { flag, pageOf } from './page';
import { curpPattern } from './patterns';
import { cfdiUuid, documentRef, form, freeText, identifier, instant, money, postalCode, rfc, satCode, searchWords, shape, shownLocalDateTime, text } from './values'; // prettier-ignore

const statuses = ['draft', 'valid', 'canceled'] as const;
const taxTypes = ['ISR', 'IVA', 'IEPS'] as const;

const month = z.int().min(1).max(12);
const year = z.int().min(2000).max(2100);

const withholdingCode = satCode('c_CveRetenc').meta({ example: '01' });

/** The schema of a year in the query string. */
const yearText = z
  .string()
  .regex(/^\d{4}$/, form('format_year'))
  .transform(Number)
  .pipe(year)
  .meta({
    description: 'Fiscal year of the period.',
    override: ({ jsonSchema }) => {
      Object.assign(jsonSchema, { type: 'integer', minimum: 2000, maximum: 2100 });
      delete jsonSchema.pattern;
    },
  });

export const withholdingFilters = pageOf({
  status: z.enum(statuses).optional(),
  archived: flag.optional(),
  withholdingCode: z
    .string()
    .regex(/^[0-9A-Za-z]{1,10}$/, form('format_short_code'))
    .optional(),
  year: yearText.optional(),
  counterparty: searchWords.optional().meta({ description: 'An RFC or a part of a name.' }),
});

const legalName = text(300);

const receiver = z
  .discriminatedUnion('kind', [
    z
      .strictObject({
        kind: z.literal('national'),
        rfc,
        legalName: legalName.meta({ ...shape('Text254'), maxLength: 254 }),
        postalCode: postalCode
          .optional()
          .meta({ description: 'Postal code in the SAT register; not needed with a generic RFC.' }),
        curp: text(18, 18)
          .meta({ ...shape('ReceiverCurp'), pattern: curpPattern })
          .optional(),
      })
      .meta(
        rules({
          rfc: {
            if: {
              properties: { rfc: { enum: [`${Rfc.genericNational}`, `${Rfc.genericForeign}`] } },
            },
            else: needs('postalCode'),
          },
          curp: { properties: { rfc: { minLength: 13 } } },
        }),
      ),
    z.strictObject({
      kind: z.literal('foreign'),
      legalName,
      taxId: text(20)
        .optional()
        .meta({ description: 'Tax identifier in the country of residence.' }),
    }),
  ])
  .meta({ id: 'WithholdingReceiver' });

const period = z
  .strictObject({ startMonth: month, endMonth: month, year })
  .meta({ id: 'WithholdingPeriod' });

const relatedDocument = z.strictObject({
  relationship: satCode('c_TipoRelacion'),
  uuid: cfdiUuid,
});

/**
 * The maximum number of taxes in a document. A document usually has one tax for each combination of
 * tax and type of payment.
 */
const taxesMax = 100;

const withheldTax = z
  .strictObject({
    type: z
      .enum(taxTypes)
      .optional()
      .meta({ description: 'If absent, the default of the payment type.' }),
    base: pesos().optional(),
    amount: pesos(),
    paymentType: satCode('c_TipoPagoRet'),
  })
  .meta({ id: 'WithheldTaxInput' });

/**
 * The body of POST /v1/withholdings (Retenciones e información de pagos 2.0). Amounts are pesos.
 */
export const withholdingInput = z
  .strictObject({
    withholdingCode,
    description: text(100).optional().meta({ description: 'Required with withholdingCode 25.' }),
    receiver,
    period,
    totals: z
      .strictObject({
        taxable: pesos(),
        exempt: pesos(),
        bimonthlyProfit: pesos().optional(),
        correspondingIsr: pesos().optional(),
      })
      .meta({
        description:
          'The taxable and the exempt amount add up to the operation; Timbre computes both totals.',
      }),
    taxes: z.array(withheldTax).max(taxesMax).optional(),
    relatedDocument: relatedDocument.optional(),
    seriesId: identifier.optional(),
    pdfCustomSection: freeText(5_000).optional(),
    ...withholdingComplementInputs,
  })
  .meta({ id: 'WithholdingInput' });

const summaryFields = {
  documentRef: documentRef('withholding'),
  category: z.literal('withholding'),
  direction: z.enum(['issued', 'received']),
  status: z.enum(statuses),
  archived: z.boolean(),
  withholdingCode: z.string(),
  period: z.strictObject({ startMonth: z.int(), endMonth: z.int(), year: z.int() }),
  total: money.meta({ description: 'Total of the operation.' }),
  withheld: money,
  counterpartyName: z.string(),
  uuid: z.string().optional(),
  issuedLocalDateTime: shownLocalDateTime.optional(),
};

export const withholdingSummary = z.strictObject(summaryFields).meta({ id: 'WithholdingSummary' });

const shownReceiver = z.strictObject({
  kind: z.enum(['national', 'foreign']),
  legalName: z.string(),
  rfc: z.string().optional(),
  postalCode: z.string().optional(),
  curp: z.string().optional(),
  taxId: z.string().optional(),
});

const totals = z.strictObject({
  operation: z.number(),
  taxable: z.number(),
  exempt: z.number(),
  withheld: z.number(),
  bimonthlyProfit: z.number().optional(),
  correspondingIsr: z.number().optional(),
});

const tax = z.strictObject({
  type: z
    .enum(taxTypes)
    .optional()
    .meta({ description: 'Absent if an imported document does not have it.' }),
  base: z.number().optional(),
  amount: z.number(),
  paymentType: z.string(),
});

/**
 * A document that was sent to a PAC. Timbre does not know yet whether the PAC has stamped the
 * document.
 */
export const unconfirmedStamp = z.strictObject({
  sentAt: instant,
  nextCheckAt: instant.optional(),
  operatorNeededAt: instant.optional(),
});

export const withholdingDetail = z
  .strictObject({
    ...summaryFields,
    description: z.string().optional(),
    receiver: shownReceiver,
    totals,
    taxes: z.array(tax),
    relatedDocument: z.strictObject({ relationship: z.string(), uuid: z.string() }).optional(),
    seriesId: z.string().optional(),
    series: z.string().optional(),
    folio: z.string().optional(),
    placeOfIssue: z.string(),
    pdfCustomSection: z.string().optional(),
    ...withholdingComplementFields,
    stamp: cfdiStamp.optional(),
    unconfirmedStamp: unconfirmedStamp.optional(),
    cancellation: cancellation.optional(),
    lastRejection: cfdiRejection.optional(),
    warnings: z.array(issue).optional().meta({
      description: 'Schema violations of an imported document; absent if there are none.',
    }),
    createdAt: instant,
    updatedAt: instant,
  })
  .meta({ id: 'Withholding' });
