import { isCalendarDate, type CalendarDate, type JsonReader } from '@timbre/fiscal';
import type { AnnouncedCfdi } from '../cfdi-facts';
import type { Concept, Declaration, Periodicity, Taxpayer } from '../taxes/declaration';
import type { TaxReportQuery } from '../taxes/tax-report';

/** The records of a taxpayer, and the request. */
export interface TaxExample {
  /** The day of the request, in Mexico City. */
  asOf: CalendarDate;
  taxpayer: Taxpayer;
  query: TaxReportQuery;
  declarations: Declaration[];
  cfdis: AnnouncedCfdi[];
}

/** Reads the `input` of an example of a check file. */
export function readTaxExample(reader: JsonReader): TaxExample {
  const example = {
    asOf: reader.date('asOf'),
    taxpayer: readTaxpayer(reader.child('taxpayer')),
    query: readQuery(reader.child('query')),
    declarations: reader.objects('declarations').map(readDeclaration),
    cfdis: reader.objects('cfdis').map(readCfdi),
  };
  reader.end();
  return example;
}

function readTaxpayer(reader: JsonReader): Taxpayer {
  const taxpayer = {
    rfc: reader.text('rfc'),
    operationsStartedOn: optional(reader, 'operationsStartedOn', () =>
      reader.date('operationsStartedOn'),
    ),
    // `null` means that the organization has no tax profile.
    obligations: optional(reader, 'obligations', () => readObligations(reader)),
  };
  reader.end();
  return taxpayer;
}

function readObligations(reader: JsonReader): string[] {
  const obligations = reader.raw('obligations');
  const isText = (one: unknown): one is string => typeof one === 'string';
  if (Array.isArray(obligations) && obligations.every(isText)) return obligations;
  reader.problem('obligations', 'is not a list of texts');
  return [];
}

const optional = <Value>(reader: JsonReader, key: string, read: () => Value): Value | undefined =>
  reader.has(key) ? read() : undefined;

function readQuery(reader: JsonReader): TaxReportQuery {
  const query = {
    fiscalYear: readYear(reader),
    period: optional(reader, 'period', () => reader.wholeNumber('period', 1, 12)),
    contributorLimit: optional(reader, 'contributorLimit', () =>
      reader.wholeNumber('contributorLimit', 1, 10),
    ),
  };
  reader.end();
  return query;
}

/** Reads a fiscal year in the range that the API accepts. */
const readYear = (reader: JsonReader): number => reader.wholeNumber('fiscalYear', 2000, 2100);

/** Reads a date, with or without a time. */
function readTime(reader: JsonReader, key: string): string {
  const time = reader.text(key);
  if (time !== '' && !isCalendarDate(time.slice(0, 10))) reader.problem(key, 'is not a date');
  return time;
}

const periodicities: Periodicity[] = [
  ...(['monthly', 'bimonthly', 'quarterly', 'four_monthly'] as const),
  ...(['semiannual', 'annual', 'none'] as const),
];

function readDeclaration(reader: JsonReader): Declaration {
  const declaration = {
    operationNumber: reader.text('operationNumber'),
    fiscalYear: readYear(reader),
    periodicity: reader.choice('periodicity', periodicities),
    period: reader.wholeNumber('period', 0, 13),
    declarationType: reader.text('declarationType'),
    complementaryType: optionalText(reader, 'complementaryType'),
    filedAt: readTime(reader, 'filedAt'),
    total: reader.optionalDecimal('total'),
    captureLine: optionalText(reader, 'captureLine'),
    concepts: reader.objects('concepts').map(readConcept),
    payments: reader.objects('payments').map(readPayment),
  };
  reader.end();
  return declaration;
}

const optionalText = (reader: JsonReader, key: string): string | undefined =>
  optional(reader, key, () => reader.text(key));

function readConcept(reader: JsonReader): Concept {
  const concept = {
    name: reader.text('name'),
    charged: reader.optionalDecimal('charged'),
    inFavor: reader.optionalDecimal('inFavor'),
    update: reader.optionalDecimal('update'),
    surcharges: reader.optionalDecimal('surcharges'),
    fine: reader.optionalDecimal('fine'),
    applications: reader.optionalDecimal('applications'),
    paidBefore: reader.optionalDecimal('paidBefore'),
    amountToPay: reader.optionalDecimal('amountToPay'),
  };
  reader.end();
  return concept;
}

function readPayment(reader: JsonReader): Declaration['payments'][number] {
  const payment = {
    captureLine: optionalText(reader, 'captureLine'),
    amount: reader.decimal('amount'),
  };
  if (reader.has('paidOn')) reader.date('paidOn');
  reader.end();
  return payment;
}

/** The kinds of c_TipoDeComprobante. */
const kinds = {
  I: 'income',
  E: 'credit_note',
  T: 'transfer',
  N: 'payroll',
  P: 'payment_complement',
};

function readCfdi(reader: JsonReader): AnnouncedCfdi {
  const type = reader.choice('type', ['I', 'E', 'T', 'N', 'P'] as const);
  const total = reader.decimal('totalMxn').toString();
  const cfdi = {
    cfdiId: reader.path.replaceAll('.', '-'),
    version: 1,
    kind: kinds[type],
    direction: reader.choice('direction', ['issued', 'received'] as const),
    status: reader.choice('status', ['valid', 'canceled'] as const),
    counterpartyRfc: reader.text('counterpartyRfc'),
    counterpartyName: optionalText(reader, 'counterpartyName'),
    currency: 'MXN',
    subtotal: total,
    total,
    issuedLocalDateTime: readTime(reader, 'issuedLocalDateTime'),
    facts: { lines: [] },
  };
  reader.end();
  return cfdi;
}
