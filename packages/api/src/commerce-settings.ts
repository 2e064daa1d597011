import { z } from 'zod';
import { needs, rules, when } from './field-rules';
import { fieldKeyPattern } from './patterns';
import { form, instant, satCode, shownFreeText, text } from './values';

const categoryFields = {
  name: text(100),
  code: text(25),
  accountCode: text(50).meta({ description: 'Your account or the SAT grouping code; free text.' }),
};

/** POST /v1/settings/expense-categories */
export const expenseCategoryInput = z.strictObject({
  name: categoryFields.name,
  code: categoryFields.code.optional(),
  accountCode: categoryFields.accountCode.optional(),
});

/** PATCH /v1/settings/expense-categories/{categoryId} */
export const expenseCategoryPatch = z.strictObject({
  name: categoryFields.name.optional(),
  code: categoryFields.code.nullable().optional(),
  accountCode: categoryFields.accountCode.nullable().optional(),
  active: z.boolean().optional(),
});

export const expenseCategory = z
  .strictObject({
    categoryId: z.string().min(1),
    name: z.string(),
    active: z.boolean(),
    updatedAt: instant,
    code: z.string().optional(),
    accountCode: z.string().optional(),
  })
  .meta({ id: 'ExpenseCategory' });

const fieldType = z.enum(['text', 'number', 'date', 'choice']);

const receiptField = z
  .strictObject({
    key: z
      .string()
      .regex(new RegExp(fieldKeyPattern), form('format_field_key'))
      .meta({ description: 'A letter in lower case, then letters, digits and _.' }),
    label: text(60),
    type: fieldType,
    required: z.boolean().default(false),
    options: z
      .array(text(60))
      .max(50)
      .meta({ uniqueItems: true })
      .optional()
      .meta({ description: 'Only for a choice.' }),
    showOnReceipt: z.boolean().default(true),
  })
  .meta(
    rules({
      type: when(
        'type',
        'choice',
        { ...needs('options'), properties: { options: { minItems: 1 } } },
        { properties: { options: { maxItems: 0 } } },
      ),
    }),
  );

/** PUT /v1/settings/sales-receipt-fields */
export const salesReceiptFieldsInput = z.strictObject({
  fields: z.array(receiptField).max(20),
  header: shownFreeText(500).optional(),
  footer: shownFreeText(500).optional(),
  selfInvoicingDays: z.int().min(1).max(366).optional().meta({
    description: 'Days for the buyer to create the invoice; default: the month of the sale.',
  }),
  selfInvoicingLinks: z.boolean().default(true).meta({
    description: 'Whether each sale creates a link for its invoice.',
  }),
  defaultPeriodicity: satCode('c_Periodicidad').optional().meta({
    description: 'Default `periodicity` of global invoices, a code of c_Periodicidad.',
  }),
  allowNegativeStock: z.boolean().default(true).meta({
    description: 'Whether sales, adjustments and transfers may make the stock negative.',
  }),
});

export const salesReceiptFields = z
  .strictObject({
    fields: z.array(
      z.strictObject({
        key: z.string(),
        label: z.string(),
        type: fieldType,
        required: z.boolean(),
        options: z.array(z.string()).optional(),
        showOnReceipt: z.boolean(),
      }),
    ),
    allowNegativeStock: z.boolean(),
    selfInvoicingLinks: z.boolean(),
    header: z.string().optional(),
    footer: z.string().optional(),
    selfInvoicingDays: z.int().optional(),
    defaultPeriodicity: z.string().optional(),
    updatedAt: instant.optional(),
  })
  .meta({ id: 'SalesReceiptFields' });
