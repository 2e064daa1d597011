import { daysBetween, isCalendarDate } from '@timbre/fiscal';
import { z } from 'zod';
import { say } from './texts/text';
import { queryOf } from './page';
import { from1900To2100, wordsPattern } from './patterns';
import { date, form, instant, withCode } from './values';

const daysMax = 731;

const reportDay = date
  .refine(
    (day) => !isCalendarDate(day) || day < '2101',
    withCode('too_large', 'Dates after 2100-12-31 are not allowed.'),
  )
  .meta({ pattern: from1900To2100 });

const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,6}$/, form('format_whole_number'))
    .transform(Number)
    .pipe(z.number().int().min(min).max(max));

const described = (min: number, max: number, description: string, usual?: number) => ({
  description,
  override: ({ jsonSchema }: { jsonSchema: Record<string, unknown> }) => {
    Object.assign(jsonSchema, {
      type: 'integer',
      minimum: min,
      maximum: max,
      ...(usual !== undefined && { default: usual }),
    });
    delete jsonSchema['pattern'];
  },
});

/** Returns the schema of a list of words, separated by commas. */
export const wordsOf = <Word extends string>(words: readonly [Word, ...Word[]]) =>
  z
    .string()
    .transform((text) => text.split(','))
    .pipe(z.array(z.enum(words)).min(1))
    .meta({ pattern: wordsPattern(words) });

/** The response format of reports that are also available as files. */
const fileFormat = {
  format: z
    .enum(['json', 'csv', 'xlsx', 'pdf'])
    .optional()
    .meta({
      description:
        'csv and xlsx have a row for each interval, or for each group in each interval; without `limit` ' +
        'every group has one, at most 300,000 rows. pdf has charts; it needs the fiscal profile.',
    }),
};

/**
 * Returns the query schema of a report with intervals, groups and its own filters. A report includes
 * its first and its last day.
 * @param groups the dimensions by which the report can be grouped
 */
export function reportQueryOf<Group extends string, Own extends z.ZodRawShape>(
  groups: readonly [Group, ...Group[]],
  own: Own,
) {
  const fields = {
    dateFrom: reportDay.meta({ description: 'First day, inclusive.' }),
    dateTo: reportDay.meta({ description: `Last day, inclusive; at most ${daysMax} days.` }),
    interval: z
      .enum(['day', 'week', 'month', 'quarter', 'year'])
      .optional()
      .meta({ description: 'Length of the intervals; month if absent.' }),
    groupBy: z.enum(groups).optional(),
    limit: wholeNumber(1, 50)
      .optional()
      .meta(described(1, 50, 'Number of groups, 1 to 50; one more group has the rest.', 10)),
    compareTo: z
      .enum(['previous_period', 'previous_year'])
      .optional()
      .meta({ description: 'Adds the totals and series of the compared days.' }),
    ...own,
  };
  return queryOf(fields).refine(isShort, {
    ...withCode('period_too_long', say('period_too_long', { days: daysMax })),
    path: ['dateTo'],
    when: () => true,
  });
}

function isShort(given: object): boolean {
  const { dateFrom, dateTo } = given as { dateFrom?: string; dateTo?: string };
  const [from, to] = [reportDay.safeParse(dateFrom), reportDay.safeParse(dateTo)];
  return !from.success || !to.success || daysBetween(from.data, to.data) < daysMax;
}

/**
 * Returns the response schema of a report: the measures for the whole range, for each interval and
 * for each group. The totals equal the sum of all intervals, and the sum of all groups.
 * @param own the additional members of the report
 * @param ofGroups the measures of each group, if they differ from the measures of the totals
 */
export function reportOf<
  Measures extends z.ZodRawShape,
  Own extends z.ZodRawShape = Record<never, z.ZodType>,
  OfGroups extends z.ZodRawShape = Measures,
>(name: string, measures: Measures, own = {} as Own, ofGroups = measures as unknown as OfGroups) {
  const totals = z.strictObject(measures).meta({ id: `${name}Measures` });
  const series = z.array(z.strictObject({ periodStart: z.iso.date(), ...measures }));
  return z
    .strictObject({
      currency: z.literal('MXN'),
      dateFrom: z.iso.date(),
      dateTo: z.iso.date(),
      interval: z.string(),
      asOf: instant.nullable().meta({
        description: 'Time of the newest data in the report; null if it has none.',
      }),
      totals,
      series: series.meta({
        description:
          'Every interval of the range; the first one begins with the range. Weeks begin on Monday.',
      }),
      groups: z
        .array(
          z.strictObject({
            key: z.string().nullable().meta({ description: 'null in the row of all others.' }),
            name: z.string(),
            isOther: z.boolean(),
            ...ofGroups,
            share: z
              .number()
              .meta({ description: 'Share of the total, 0 to 1, with four decimals.' }),
          }),
        )
        .meta({
          description:
            'The largest first; groups by age in the order of age; empty without groupBy.',
        }),
      comparison: z
        .strictObject({ dateFrom: z.iso.date(), dateTo: z.iso.date(), totals, series })
        .nullable(),
      ...own,
    })
    .meta({ id: name });
}

const cfdiGroups = [
  'kind',
  'counterparty',
  'payment_method',
  'payment_form',
  'cfdi_use',
  'currency',
  'product_code',
  'tax_rate',
] as const;

/** GET /v1/reports/cfdi */
export const cfdiReportQuery = reportQueryOf(cfdiGroups, {
  ...fileFormat,
  direction: z.enum(['issued', 'received']).optional().meta({ description: 'issued if absent.' }),
  kinds: wordsOf(['income', 'credit_note', 'transfer', 'payroll', 'payment_complement'])
    .optional()
    .meta({ description: 'Kinds, separated by commas; income,credit_note if absent.' }),
  status: z.enum(['valid', 'canceled']).optional(),
});

/**
 * The amounts are in pesos at the exchange rate of each document. The report counts each document
 * once.
 */
export const cfdiReport = reportOf('CfdiReport', {
  count: z.number().meta({ description: 'Valid documents of all the requested kinds.' }),
  subtotal: z.number(),
  discount: z.number(),
  ivaTransferred: z.number(),
  iepsTransferred: z.number(),
  ivaWithheld: z.number(),
  isrWithheld: z.number(),
  total: z.number().meta({
    description: 'Sum of the totals of all requested kinds, credit notes included, in pesos.',
  }),
  canceledCount: z.number(),
  canceledTotal: z.number(),
  creditNotes: z.number().meta({ description: 'The total of the credit notes alone.' }),
  net: z.number().meta({ description: 'Invoices less credit notes.' }),
});

/** An identifier in a list that is separated by commas. A UUID cannot contain a comma. */
const reportIdentifier = z.uuid();

/** GET /v1/reports/sales */
export const salesReportQuery = reportQueryOf(
  ['location', 'customer', 'product', 'payment_form', 'sale_type', 'hour', 'seller'],
  {
    ...fileFormat,
    locationId: reportIdentifier.optional(),
    saleType: z.enum(['paid', 'credit', 'courtesy']).optional(),
    status: z
      .enum(['open', 'invoiced', 'global_invoiced', 'canceled'])
      .optional()
      .meta({ description: 'All but canceled ones if absent.' }),
  },
);

/**
 * The amounts are in pesos and include taxes. The report counts each receipt once, on its business
 * day.
 */
export const salesReport = reportOf('SalesReport', {
  receipts: z.number(),
  units: z.number().meta({ description: 'Units sold less units refunded.' }),
  gross: z.number().meta({ description: 'Before discounts and refunds.' }),
  discount: z.number(),
  refunds: z.number(),
  net: z.number().meta({ description: 'gross less discount and refunds.' }),
  tax: z.number().meta({ description: 'IVA inside net.' }),
  averageTicket: z.number().nullable().meta({ description: 'net by receipt; null without any.' }),
  invoicedShare: z
    .number()
    .nullable()
    .meta({
      description:
        'Part of net that an invoice to a customer or a global invoice covers; four decimals. null when ' +
        'net is 0.',
    }),
  cost: z.number().nullable().meta({
    description:
      'Average cost of the units at the time of sale, in pesos; null unless the cost of all is known.',
  }),
  margin: z.number().nullable().meta({ description: 'net less tax and cost; null like cost.' }),
});

/** GET /v1/reports/expenses */
export const expensesReportQuery = reportQueryOf(
  ['category', 'supplier', 'location', 'payment_form', 'settlement', 'support'],
  {
    ...fileFormat,
    categoryId: reportIdentifier.optional(),
    supplierId: reportIdentifier.optional(),
  },
);

/** The amounts are in pesos. The report counts each expense once, on its business day. */
export const expensesReport = reportOf('ExpensesReport', {
  count: z.number(),
  total: z.number(),
  paid: z
    .number()
    .meta({ description: 'Expenses paid at once, by settlements and by payments to suppliers.' }),
  unpaid: z.number().meta({ description: 'total less paid.' }),
  withCfdi: z
    .number()
    .meta({ description: 'The total of the expenses that a valid CFDI supports.' }),
  withoutCfdi: z.number().meta({ description: 'The total of the expenses without a CFDI.' }),
  canceledCfdi: z
    .number()
    .meta({ description: 'The total of the expenses whose CFDI was canceled.' }),
});

/** GET /v1/reports/collections */
export const collectionsReportQuery = reportQueryOf(['customer', 'aging', 'interval'], {
  customerId: reportIdentifier.optional(),
  asOf: reportDay.optional().meta({
    description: 'The day of the outstanding balance; dateTo or today if absent.',
  }),
  format: fileFormat.format.meta({
    description:
      'csv and xlsx have a row for each interval, or for each group in each interval, with the open balance at its end; without `limit` every customer has one, at most 5,000 in an interval and 300,000 rows. pdf has charts; it needs the fiscal profile.',
  }),
});

const aging = <Amount extends z.ZodType>(amount: Amount) =>
  z.strictObject({
    current: amount,
    days1To30: amount,
    days31To60: amount,
    days61To90: amount,
    over90: amount,
  });

const collectionMeasures = <Amount extends z.ZodType>(amount: Amount) => ({
  invoiced: amount.meta({
    description: 'Sales on credit, by the day of the invoice or receipt, in pesos.',
  }),
  credited: amount.meta({ description: 'Credit notes and refunds, by their days, in pesos.' }),
  collected: amount.meta({ description: 'Payments, by their days, in pesos.' }),
  outstanding: amount.meta({
    description: 'Open balance at the end of `outstandingOn` or of the interval, in pesos.',
  }),
  overdue: amount.meta({ description: 'Part of `outstanding` that is past due, in pesos.' }),
  aging: aging(amount).meta({ description: '`outstanding` by days past due, in pesos.' }),
  daysSalesOutstanding: z.number().nullable().meta({
    description:
      'Days sales outstanding: open balance at the end, divided by the sales on credit, times the days of the range.',
  }),
  expected: amount.meta({
    description: 'Amounts due by the collection calendar, by due day, in pesos.',
  }),
  collectedOfExpected: amount.meta({ description: 'Paid part of `expected`, in pesos.' }),
});

/**
 * The amounts are in pesos at the exchange rate of each document. In a series, outstanding amounts
 * are the amounts at the end of each interval. If the report is grouped by aging, its groups have
 * only outstanding amounts.
 */
export const collectionsReport = reportOf(
  'CollectionsReport',
  collectionMeasures(z.number()),
  {
    outstandingOn: z.iso
      .date()
      .meta({ description: 'Day for which `outstanding`, `overdue` and `aging` are computed.' }),
  },
  collectionMeasures(z.number().nullable()),
);

const fiscalYear = wholeNumber(2000, 2100).meta(described(2000, 2100, 'Year of the declarations.'));

/** The query of GET /v1/reports/taxes (spec 4.1). */
export const taxReportQuery = z.strictObject({
  fiscalYear,
  period: wholeNumber(1, 12)
    .optional()
    .meta(described(1, 12, 'A month: only the declarations whose months contain it.')),
  contributorLimit: wholeNumber(1, 10)
    .optional()
    .meta(described(1, 10, 'Contributors of each list; the others are added up in one.', 5)),
});

const taxTotals = {
  declaredTaxTotal: z.number(),
  paidTaxTotal: z.number(),
  pendingTaxTotal: z.number(),
  breakdown: z
    .strictObject({
      isr: z.number(),
      iva: z.number(),
      withholdings: z.number(),
      unclassified: z.number(),
    })
    .meta({ id: 'TaxBreakdown' }),
};

const contributor = {
  name: z.string(),
  amount: z.number(),
  isOther: z
    .boolean()
    .meta({ description: 'Whether this row adds up the remaining contributors.' }),
};

/** The response of GET /v1/reports/taxes (spec 4.1). */
export const taxReport = z
  .strictObject({
    source: z.literal('sat_declarations'),
    currency: z.literal('MXN'),
    fiscalYear: z.number(),
    selectedPeriod: z.number().nullable(),
    declarationCoverage: z.enum(['none', 'partial', 'complete']),
    filedPeriods: z.array(z.number()).meta({
      description:
        'The last month of each expected period; 13 for a whole year, 0 without a period.',
    }),
    missingPeriods: z.array(z.number()),
    totals: z
      .strictObject(taxTotals)
      .nullable()
      .meta({ description: 'null when no declaration is recorded.' }),
    periods: z.array(
      z
        .strictObject({
          period: z.number(),
          filingCount: z.number(),
          ...taxTotals,
          paymentStatus: z.enum(['no_obligation', 'pending', 'partially_paid', 'paid']),
          withholdingDetails: z.array(z.strictObject({ name: z.string(), amount: z.number() })),
        })
        .meta({ id: 'TaxReportPeriod' }),
    ),
    cfdiContext: z
      .strictObject({
        usedForTaxAmounts: z.literal(false),
        contributors: z.strictObject({
          source: z.literal('cfdi_activity'),
          income: z.array(z.strictObject(contributor)),
          expenses: z.array(z.strictObject(contributor)),
          payroll: z.array(
            z.strictObject({ ...contributor, direction: z.enum(['paid', 'received']) }),
          ),
        }),
      })
      .nullable(),
  })
  .meta({ id: 'TaxReport' });
