import { certain, Decimal, documentRef, fold, foldLetters, Rfc } from '@timbre/fiscal';
import type { DocumentFacts, FactLine } from './fact-shape';

/** The facts of CFDI that the organization issued and received. */
export const cfdiShape = {
  name: 'cfdi',
  filters: ['direction', 'kind'],
  groups: [
    'counterparty',
    'paymentMethod',
    'paymentForm',
    'cfdiUse',
    'currency',
    'productCode',
    'taxRate',
  ],
  measures: [
    'count',
    'subtotal',
    'discount',
    'ivaTransferred',
    'iepsTransferred',
    'ivaWithheld',
    'isrWithheld',
    'total',
    'canceledCount',
    'canceledTotal',
  ],
} as const;

/** The sums of each tax of a document, in the currency of the document. */
interface TaxSums {
  ivaTransferred: string;
  iepsTransferred: string;
  ivaWithheld: string;
  isrWithheld: string;
}

interface AnnouncedLine {
  productCode: string;
  taxRate: string;
  subtotal: string;
  discount: string;
  taxes?: TaxSums | undefined;
}

interface AnnouncedFacts {
  cfdiUse?: string | undefined;
  discount?: string | undefined;
  taxes?: TaxSums | undefined;
  lines: AnnouncedLine[];
}

/** A CFDI in an event of fiscal-cfdi; amounts are decimal text. */
export interface AnnouncedCfdi {
  cfdiId: string;
  version: number;
  kind: string;
  status: string;
  direction: string;
  counterpartyRfc?: string | undefined;
  counterpartyName?: string | undefined;
  methodCode?: string | undefined;
  formCode?: string | undefined;
  currency: string;
  exchangeRate?: string | undefined;
  subtotal: string;
  total: string;
  issuedLocalDateTime?: string | undefined;
  facts?: AnnouncedFacts | undefined;
}

type Line = FactLine<typeof cfdiShape>;
type Measure = (typeof cfdiShape.measures)[number];

/** The generic RFCs of a domestic buyer without an RFC and of a foreign buyer. */
const publicRfc = Rfc.genericNational.toString();
const foreignRfc = Rfc.genericForeign.toString();

const publicName = 'Público en general';

/** The value of a dimension for documents without a value in this dimension. */
export const noValue = 'none';

/**
 * Returns the key and the name of a counterparty. All foreign counterparties share one RFC, so their key
 * also contains the name. If the document does not name the counterparty, the key is also used as
 * the name.
 */
export function counterpartyOf({
  counterpartyRfc: rfc = noValue,
  counterpartyName: name = '',
}: Pick<AnnouncedCfdi, 'counterpartyRfc' | 'counterpartyName'>): {
  key: string;
  name: string | undefined;
} {
  if (rfc === publicRfc) return { key: rfc, name: publicName };
  const trimmed = name.trim();
  if (trimmed === '') return { key: rfc, name: undefined };
  if (rfc !== foreignRfc) return { key: rfc, name: trimmed };
  // The name in Latin letters is empty if the name contains only letters of another alphabet.
  return { key: `${rfc} ${foldLetters(trimmed) || fold(trimmed)}`, name: trimmed };
}

const cents = 2;
const zero = '0';

/**
 * Returns the facts of a stamped CFDI in pesos, converted at the document's exchange rate and rounded
 * half up to cents. A canceled document is removed from the sums of its issue day. Returns undefined for
 * a draft, and for an event that is older than the reports service; a rebuild reads the document of
 * such an event from fiscal-cfdi.
 */
export function factsOfCfdi(cfdi: AnnouncedCfdi): DocumentFacts<typeof cfdiShape> | undefined {
  const { status, issuedLocalDateTime, facts, version } = cfdi;
  if (status === 'draft' || issuedLocalDateTime === undefined || !facts) return undefined;
  const ref = documentRef('cfdi', cfdi.cfdiId);
  const dimensions = {
    day: issuedLocalDateTime.slice(0, 10),
    direction: cfdi.direction,
    kind: cfdi.kind,
    counterparty: counterpartyOf(cfdi).key,
    paymentMethod: cfdi.methodCode ?? noValue,
    paymentForm: cfdi.formCode ?? noValue,
    cfdiUse: facts.cfdiUse ?? noValue,
    currency: cfdi.currency,
  };
  const lines = status === 'canceled' ? canceledLines(cfdi) : validLines(cfdi, facts);
  return { ref, version, lines: lines.map((line) => ({ ...dimensions, ...line })) };
}

type Part = Pick<Line, Measure | 'productCode' | 'taxRate'>;

const nothing = Object.fromEntries(cfdiShape.measures.map((name) => [name, zero])) as Pick<
  Line,
  Measure
>;

function canceledLines(cfdi: AnnouncedCfdi): Part[] {
  const { productCode, taxRate } = weightiest(certain(cfdi.facts, 'facts'));
  const canceledTotal = inPesos(cfdi, cfdi.total).toString();
  return [{ ...nothing, productCode, taxRate, canceledCount: '1', canceledTotal }];
}

/**
 * Returns the line with the largest amount. The line with the largest amount also contains the
 * count of the document.
 */
const weightiest = ({ lines }: AnnouncedFacts) =>
  lines.reduce(
    (first, line) =>
      Decimal.from(line.subtotal).compare(Decimal.from(first.subtotal)) > 0 ? line : first,
    lines[0] ?? { productCode: noValue, taxRate: noValue, subtotal: zero },
  );

const inPesos = ({ exchangeRate = '1' }: AnnouncedCfdi, amount: string): Decimal =>
  Decimal.from(amount).times(Decimal.from(exchangeRate)).round(cents);

/**
 * Returns the rows of a valid document, with a separate row for each combination of product code
 * and IVA rate. Each row is rounded, and the rounding difference of the document is added to the
 * row with the largest amount.
 */
function validLines(cfdi: AnnouncedCfdi, facts: AnnouncedFacts): Part[] {
  const whole = { ...wholeOf(cfdi, facts), count: Decimal.one };
  const main = weightiest(facts);
  const parts = facts.lines
    .filter((line) => line !== main)
    .map((line) => ({ line, measures: { ...measuresOf(cfdi, line), count: Decimal.zero } }));
  const names = Object.keys(whole) as (keyof typeof whole)[];
  const left = Object.fromEntries(
    names.map((name) => [
      name,
      whole[name].minus(Decimal.sum(parts.map(({ measures }) => measures[name]))),
    ]),
  ) as typeof whole;
  return [{ line: main, measures: left }, ...parts].map(({ line, measures }) => ({
    ...nothing,
    ...Object.fromEntries(names.map((name) => [name, measures[name].trimmed().toString()])),
    productCode: line.productCode,
    taxRate: line.taxRate,
  }));
}

/**
 * Returns the measures of a whole document in pesos. The measure `total` is the document's total,
 * converted at its exchange rate. The rounding difference is added to the subtotal, so that the
 * measures add up to the total.
 */
function wholeOf(cfdi: AnnouncedCfdi, { discount = zero, taxes }: AnnouncedFacts) {
  const amounts = { subtotal: cfdi.subtotal, discount, taxes };
  const rounded = measuresOf(cfdi, amounts);
  const own = measuresOf({ ...cfdi, exchangeRate: '1' }, amounts);
  const total = inPesos(cfdi, cfdi.total);
  const local = Decimal.from(cfdi.total).minus(own.total).toString();
  const left = total.minus(inPesos(cfdi, local)).minus(rounded.total);
  return { ...rounded, subtotal: rounded.subtotal.plus(left), total };
}

interface Amounts {
  subtotal: string;
  discount: string;
  taxes?: TaxSums | undefined;
}

function measuresOf(cfdi: AnnouncedCfdi, { subtotal, discount, taxes }: Amounts) {
  const sums = {
    subtotal: inPesos(cfdi, subtotal),
    discount: inPesos(cfdi, discount),
    ivaTransferred: inPesos(cfdi, taxes?.ivaTransferred ?? zero),
    iepsTransferred: inPesos(cfdi, taxes?.iepsTransferred ?? zero),
    ivaWithheld: inPesos(cfdi, taxes?.ivaWithheld ?? zero),
    isrWithheld: inPesos(cfdi, taxes?.isrWithheld ?? zero),
  };
  const total = sums.subtotal
    .minus(sums.discount)
    .plus(sums.ivaTransferred)
    .plus(sums.iepsTransferred)
    .minus(sums.ivaWithheld)
    .minus(sums.isrWithheld);
  return { ...sums, total };
}
