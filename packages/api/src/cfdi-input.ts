import { confirmationPattern } from '@timbre/fiscal';
import { z } from 'zod';
import { say } from './texts/text';
import { complementInputs, incomeComplementInputs, itemComplementInputs } from './complements';
import { employerRegistration } from './employees';
import { itemDetails, itemParts, taxObject } from './item-details';
import { withoutControls } from './patterns';
import { earningParts, otherPaymentParts, receiptParts } from './payroll-lines';
import {
  cfdiUuid,
  date,
  decimal,
  form,
  freeText,
  identifier,
  localDateTime,
  satCode,
  satShape,
  text,
  withCode,
} from './values';

/**
 * A currency code. The length is checked first, so that a text of a different length is reported as a
 * length fault and not as an unknown code.
 */
const currencyCode = z.string().length(3).pipe(satCode('c_Moneda')).meta(satShape('c_Moneda'));

const monthsMessage = withCode('first_due_invalid', 'The months must be 1 to 60.');
const dayMessage = withCode('recurrence_invalid', 'The day must be 1 to 31.');
const countMessage = withCode('installment_count_out_of_range', 'There are 1 to 60 installments.');

/**
 * Returns the schema of a whole number from 1 to `max`. A number outside this range is reported with the
 * code and text of `message`.
 */
const whole = (max: number, message: ReturnType<typeof withCode>) =>
  z
    .int()
    .refine((value) => value >= 1 && value <= max, message)
    .meta({ minimum: 1, maximum: max });

const firstDue = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('transaction_date') }),
  z.strictObject({ kind: z.literal('months_after_transaction'), months: whole(60, monthsMessage) }),
  z.strictObject({ kind: z.literal('fixed_date'), date }),
]);

const recurrence = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('anchor_day') }),
  z.strictObject({ kind: z.literal('day_of_month'), day: whole(31, dayMessage) }),
  z.strictObject({ kind: z.literal('last_day') }),
]);

/** The payment terms of a document (spec part 2, settlementTerms). */
export const settlementTerms = z
  .strictObject({ installmentCount: whole(60, countMessage), firstDue, recurrence })
  .meta({ id: 'SettlementTerms' });

/**
 * The fields that all items have, with or without a product. If an item has a product, missing values are
 * copied from that product.
 */
const shared = {
  quantity: decimal({ positive: true }),
  unitPrice: decimal(),
  discount: decimal().optional(),
  taxIncluded: z.boolean().optional(),
  taxRate: decimal({ max: 1 }).optional(),
  taxability: z.enum(['standard', 'zero', 'exempt']).optional(),
  ...z.object(itemDetails).partial().shape,
};

export const productItem = z.strictObject({
  kind: z.literal('product'),
  productId: identifier,
  ...shared,
});

export const customItem = z.strictObject({
  kind: z.literal('custom'),
  description: text(1000),
  satProductCode: satCode('c_ClaveProdServ'),
  satUnitCode: satCode('c_ClaveUnidad'),
  ...shared,
});

const documented = { parts: itemParts.optional(), ...itemComplementInputs };

/** The input of an item of a document. */
const itemInput = z
  .discriminatedUnion('kind', [productItem.extend(documented), customItem.extend(documented)])
  .meta({ id: 'CfdiItemInput' });

/** An empty text is treated as an absent value. */
const conditions = text(1000, 0)
  .transform((value) => value || undefined)
  .optional();

const payment = z
  .discriminatedUnion('timing', [
    z.strictObject({
      timing: z.literal('single_payment'),
      formCode: satCode('c_FormaPago'),
      conditions,
    }),
    z.strictObject({
      timing: z.literal('deferred_or_installments'),
      formCode: z.literal('99'),
      dueDate: date.optional(),
      settlementTerms: settlementTerms.optional(),
      conditions,
    }),
  ])
  .meta({ id: 'IncomePaymentInput' });

/**
 * The maximum number of items in a document, including their parts. With more items, the XML would exceed
 * the size limit of a PAC, 1 MB.
 */
const itemsMax = 1_500;

const relatedDocuments = z
  .array(
    z.strictObject({
      relationship: z.enum(['01', '02', '03', '04', '05', '06', '07']),
      documents: z
        .array(cfdiUuid)
        .min(1)
        .max(itemsMax)
        .meta({ description: 'UUIDs of the related CFDI.' }),
    }),
  )
  .min(1)
  .max(7)
  .meta({ id: 'RelatedDocumentsInput' });

const globalPeriod = z
  .strictObject({
    periodicity: satCode('c_Periodicidad'),
    months: satCode('c_Meses'),
    year: z.int().min(2019).max(2100),
  })
  .meta({
    id: 'GlobalPeriod',
    description: 'The period of the sales that an invoice to PUBLICO EN GENERAL sums up.',
  });

/** The maximum number of local taxes. No combination of state and city has that many taxes. */
const localTaxesMax = 20;

const localTax = z
  .strictObject({
    kind: z.enum(['transferred', 'withheld']),
    name: text(100).meta({ example: 'ISH' }),
    rate: decimal({ decimals: 2, positive: true, max: 100 }).meta({
      description: 'Percentage: 3 for 3 %.',
    }),
    base: decimal({ positive: true })
      .optional()
      .meta({ description: 'The taxed amount; the subtotal less its discount when absent.' }),
  })
  .meta({ id: 'LocalTaxInput' });

const confirmation = z
  .string()
  .regex(confirmationPattern, form('format_confirmation'))
  .optional()
  .meta({ description: 'Key of the SAT for an exchange rate beyond its limits.' });

const locationId = identifier.optional().meta({
  description:
    'The branch whose stock the products leave or return to at the stamp; also the place of issue unless one is given. The default location if absent.',
});

/** The fields of documents that charge an amount. */
const chargedFields = {
  applySuggestedWithholdings: z.boolean().optional().meta({
    description:
      'Items without withholdings take those that the law requires; previewCfdi explains them.',
  }),
  localTaxes: z.array(localTax).min(1).max(localTaxesMax).optional(),
  confirmation,
  locationId,
};

const exportation = satCode('c_Exportacion').optional();

const draftFields = {
  cancelReplaced: z.boolean().optional().meta({
    description:
      'Whether the stamp also cancels, with motive 01, the documents under relationship 04 that this document replaces.',
  }),
  placeOfIssue: satCode('c_CodigoPostal').optional().meta({
    description: 'Postal code of the branch; default: the fiscal profile’s code.',
  }),
  pdfCustomSection: freeText(5_000).optional(),
  currency: currencyCode.optional(),
  exchangeRate: decimal({ positive: true }).optional(),
  seriesId: identifier.optional(),
};

const customerId = identifier;
const items = z
  .array(itemInput)
  .min(1)
  .max(itemsMax)
  .refine(hasFewParts, withCode('too_big', say('parts_too_many', { count: itemsMax })));

/**
 * Whether the number of items and parts together is within the limit. The function returns true if the
 * items alone exceed the limit, because a different issue reports this.
 */
function hasFewParts(given: { parts?: unknown[] | undefined }[]): boolean {
  const parts = given.flatMap((item) => item.parts ?? []);
  return given.length > itemsMax || given.length + parts.length <= itemsMax;
}

/** The tax data of a paid CFDI that is not stored in Timbre. */
const externalTaxes = z.strictObject({
  taxObject,
  entries: z
    .array(
      z.strictObject({
        base: decimal(),
        type: z.enum(['IVA', 'ISR', 'IEPS']),
        rate: decimal(),
        factor: z.enum(['Tasa', 'Cuota', 'Exento']).optional(),
        withholding: z.boolean().optional(),
      }),
    )
    .max(100),
});

/**
 * The input of a document that a payment complement pays. Amounts are in the currency of the paid document.
 */
const paidDocument = z
  .strictObject({
    uuid: cfdiUuid,
    amount: decimal({ positive: true }),
    installment: z.int().min(1).max(999),
    previousBalance: decimal({ positive: true }),
    taxes: z.union([z.literal('auto'), externalTaxes]).meta({
      description:
        '`auto`: the taxes of the CFDI, which must be in Timbre, in proportion to the payment.',
    }),
    series: text(25).optional(),
    folio: text(40).optional(),
    currency: currencyCode.optional(),
    exchangeRate: decimal({ positive: true, decimals: 10 }).optional().meta({
      description: 'Units of the document currency for one unit of the payment currency.',
    }),
  })
  .meta({ id: 'PaidDocumentInput' });

/**
 * The maximum number of documents in a payment complement. As with `itemsMax`, the limit keeps the XML
 * below the maximum size of a PAC.
 */
export const paidDocumentsMax = 500;
const additionalPaymentsMax = 99;

/**
 * The RFC of a bank (RfcEmisorCtaOrd and RfcEmisorCtaBen of Pagos20.xsd): the RFC of a company, or the
 * generic RFC of a foreign bank.
 */
const bankRfc = z
  .string()
  .regex(/^([A-Z&Ñ]{3}[0-9]{6}[A-Z0-9]{2}[0-9A]|XEXX010101000)$/, form('format_bank_rfc'))
  .meta({
    description: 'RFC of the bank; XEXX010101000 if it is foreign.',
    example: 'BBA830831LJ2',
  });
/** An account number (CtaOrdenante and CtaBeneficiario of Pagos20.xsd). */
const bankAccount = z.string().regex(/^[A-Z0-9_]{10,50}$/, form('format_bank_account'));
const base64 = z.base64().min(4).max(10_000);

/**
 * The fields with the bank data of a payment. The form of payment (c_FormaPago) determines which of these
 * fields the SAT allows.
 */
const paymentFields = {
  formCode: satCode('c_FormaPago'),
  paidLocalDateTime: localDateTime.optional(),
  operationNumber: text(100).optional().meta({
    description: 'Number of the cheque, the authorization or the SPEI tracking key.',
  }),
  payerBank: z
    .strictObject({
      rfc: bankRfc.optional(),
      name: text(300).optional().meta({ description: 'Required for a foreign bank.' }),
      account: bankAccount.optional(),
    })
    .optional(),
  payeeBank: z
    .strictObject({ rfc: bankRfc.optional(), account: bankAccount.optional() })
    .optional(),
  paymentChain: z
    .strictObject({
      type: satCode('c_TipoCadenaPago'),
      certificate: base64,
      chain: z
        .string()
        .trim()
        .min(1)
        .max(8_192)
        .regex(/^\P{Cc}*$/u, form('format_no_controls'))
        .meta({ pattern: withoutControls }),
      seal: base64,
    })
    .optional()
    .meta({ description: 'The proof of a SPEI transfer; certificate and seal in base64.' }),
  documents: z.array(paidDocument).min(1).max(paidDocumentsMax),
};

const complementPayment = z.strictObject(paymentFields).meta({ id: 'PaymentComplementInput' });

const additionalPayment = z
  .strictObject({
    ...paymentFields,
    currency: draftFields.currency.meta({ description: 'The currency of the draft when absent.' }),
    exchangeRate: draftFields.exchangeRate.meta({
      description: 'Pesos for one unit of `currency`; that of the draft when both are absent.',
    }),
  })
  .meta({ id: 'AdditionalPaymentInput' });

const paymentComplement = z
  .strictObject({
    kind: z.literal('payment_complement'),
    customerId,
    payment: complementPayment,
    additionalPayments: z
      .array(additionalPayment)
      .max(additionalPaymentsMax)
      .optional()
      .meta({ description: 'Further payments of the customer that the complement certifies.' }),
    relatedDocuments: relatedDocuments.optional(),
    confirmation,
    ...draftFields,
  })
  .refine(hasFewDocuments, {
    ...withCode('too_big', say('documents_too_many', { count: paidDocumentsMax })),
    path: ['additionalPayments'],
  });

interface Paying {
  documents: unknown[];
}

function hasFewDocuments(input: { payment: Paying; additionalPayments?: Paying[] | undefined }) {
  const { payment, additionalPayments = [] } = input;
  const documents = [payment, ...additionalPayments].flatMap((paying) => paying.documents);
  return documents.length <= paidDocumentsMax;
}

const stateCodes = [
  'AGU', 'BCN', 'BCS', 'CAM', 'CHP', 'CHH', 'COA', 'COL', 'CMX', 'DUR', 'GUA', 'GRO', 'HID', 'JAL',
  'MEX', 'MIC', 'MOR', 'NAY', 'NLE', 'OAX', 'PUE', 'QUE', 'ROO', 'SLP', 'SIN', 'SON', 'TAB', 'TAM',
  'TLA', 'VER', 'YUC', 'ZAC',
] as const; // prettier-ignore

export const pesos = (options: { positive?: boolean } = {}) => decimal({ decimals: 2, ...options });
const linesMax = 200;

const payrollEmployee = z.strictObject({
  curp: text(18, 18),
  employeeNumber: text(15),
  employmentStartedOn: date,
  contractType: satCode('c_TipoContrato'),
  regimeType: satCode('c_TipoRegimen'),
  paymentFrequency: satCode('c_PeriodicidadPago'),
  stateCode: z.enum(stateCodes),
  socialSecurityNumber: text(15).optional(),
  positionRisk: z.enum(['1', '2', '3', '4', '5', '99']).optional(),
  integratedDailySalary: pesos({ positive: true }).optional(),
});

/**
 * The employer's own code (Clave) and text (Concepto) of a payroll line. The default is the code and text
 * of the line's SAT type.
 */
const lineTexts = { code: text(15, 3).optional(), description: text(100).optional() };

const earning = z.strictObject({
  type: satCode('c_TipoPercepcion'),
  taxableAmount: pesos(),
  exemptAmount: pesos(),
  ...lineTexts,
  ...earningParts,
});

const otherPayment = z.strictObject({
  type: z.enum(['999', '001', '002', '003', '004', '005', '006', '007', '008', '009']),
  amount: pesos({ positive: true }),
  employmentSubsidy: pesos().optional(),
  ...lineTexts,
  ...otherPaymentParts,
});

/** The service validates the catalogue code together with the rest of the document. */
const deductionType = text(3).meta(satShape('c_TipoDeduccion'));

const payroll = z
  .strictObject({
    paidOn: date,
    periodStartedOn: date.optional(),
    periodEndedOn: date.optional(),
    paidDays: decimal({ decimals: 3, positive: true }).optional().meta({
      description: 'Default: calendar days of the period; required without a period.',
    }),
    employee: payrollEmployee,
    earnings: z.array(earning).min(1).max(linesMax),
    deductions: z
      .array(
        z.strictObject({ type: deductionType, amount: pesos({ positive: true }), ...lineTexts }),
      )
      .max(linesMax)
      .optional(),
    otherPayments: z.array(otherPayment).max(linesMax).optional(),
    employmentSubsidyCaused: pesos().optional().meta({
      description: 'Employment subsidy that lowered the tax instead of being paid out.',
    }),
    employerRegistration: employerRegistration.optional().meta({
      description: 'RegistroPatronal; by default the first in the employer’s settings.',
    }),
    ...receiptParts,
  })
  .meta({ id: 'PayrollInput' });

/** The body of POST /v1/cfdi, by kind of document (spec part 2, CFDI draft inputs). */
export const cfdiInput = z
  .discriminatedUnion('kind', [
    z.strictObject({
      kind: z.literal('income'),
      customerId,
      items,
      cfdiUse: satCode('c_UsoCFDI'),
      payment,
      relatedDocuments: relatedDocuments.optional(),
      globalPeriod: globalPeriod.optional(),
      exportation,
      ...chargedFields,
      ...incomeComplementInputs,
      ...draftFields,
    }),
    z.strictObject({
      kind: z.literal('credit_note'),
      customerId,
      items,
      formCode: satCode('c_FormaPago'),
      methodCode: z.enum(['PUE', 'PPD']).optional().meta({ default: 'PUE' }),
      relatedDocuments,
      exportation,
      ...chargedFields,
      ...complementInputs('credit_note'),
      ...draftFields,
    }),
    z.strictObject({
      kind: z.literal('transfer'),
      customerId,
      items,
      relatedDocuments: relatedDocuments.optional(),
      exportation,
      ...complementInputs('transfer'),
      ...draftFields,
    }),
    paymentComplement,
    z.strictObject({
      kind: z.literal('payroll'),
      employeeId: identifier,
      payroll,
      relatedDocuments: relatedDocuments.optional(),
      ...draftFields,
    }),
  ])
  .meta({ id: 'CfdiInput' });
