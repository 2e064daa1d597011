import { Decimal, taxCodes, firstIn } from '@timbre/fiscal';
import type { PricedItem } from '@timbre/items';
import type { DocumentTaxes } from './document-taxes';
import type { CfdiKind, DraftInput } from './draft';

/** The sum of each tax as decimal text, in the currency of the document. */
interface TaxSums {
  ivaTransferred: string;
  iepsTransferred: string;
  ivaWithheld: string;
  isrWithheld: string;
}

/** The sums over the items that share a product code and an IVA rate. */
interface FactLine {
  productCode: string;
  /**
   * The IVA rate as a fraction such as 0.16, or `exempt` or `none`, or `several` for a receipt with more
   * than one rate.
   */
  taxRate: string;
  subtotal: string;
  discount: string;
  taxes: TaxSums;
}

/** The amounts of a stamped document, besides its total, that reports add up. */
export interface CfdiFacts {
  cfdiUse?: string | undefined;
  discount?: string | undefined;
  taxes: TaxSums;
  lines: FactLine[];
}

interface Reported {
  kind: CfdiKind;
  input: Pick<DraftInput, 'cfdiUse'>;
  discount?: string | null | undefined;
  taxes: DocumentTaxes;
  items: readonly PricedItem[];
}

/** The kinds of documents for which the SAT prescribes the receiver's CFDI use and the items. */
const prescribedUses: Partial<Record<CfdiKind, string>> = {
  payroll: 'CN01',
  payment_complement: 'CP01',
};

export function cfdiFactsOf({ kind, input, discount, taxes, items }: Reported): CfdiFacts {
  const prescribed = prescribedUses[kind];
  return {
    cfdiUse: prescribed ?? input.cfdiUse,
    discount: discount ?? undefined,
    taxes: taxesOfDocument(taxes),
    lines: prescribed === undefined ? linesOf(items) : [],
  };
}

function taxesOfDocument({ transfers, withholdings }: DocumentTaxes): TaxSums {
  const sumOf = (lines: DocumentTaxes['transfers'], code: string) =>
    textSum(lines.flatMap(({ tax, amount }) => (tax === code ? (amount ?? []) : [])));
  return {
    ivaTransferred: sumOf(transfers, taxCodes.IVA),
    iepsTransferred: sumOf(transfers, taxCodes.IEPS),
    ivaWithheld: sumOf(withholdings, taxCodes.IVA),
    isrWithheld: sumOf(withholdings, taxCodes.ISR),
  };
}

/**
 * Returns one entry for each combination of product code and IVA rate in the items. Grouping the items
 * keeps the event smaller than one megabyte.
 */
function linesOf(items: readonly PricedItem[]): FactLine[] {
  const lines = new Map<string, PricedItem[]>();
  for (const item of items) {
    const key = `${item.satProductCode} ${rateOf(item)}`;
    const same = lines.get(key);
    if (same) same.push(item);
    else lines.set(key, [item]);
  }
  return [...lines.values()].map(lineOf);
}

function rateOf({ parts, taxability, taxRate }: PricedItem): string {
  if (parts) {
    const rates = new Set(parts.map((part) => rateOf(part as PricedItem)));
    return rates.size === 1 ? firstIn([...rates]) : 'several';
  }
  if (taxability === undefined) return 'none';
  if (taxability === 'exempt') return 'exempt';
  return Decimal.from(taxRate ?? '0')
    .trimmed()
    .toString();
}

function lineOf(items: PricedItem[]): FactLine {
  const first = firstIn(items);
  const ieps = textSum(
    items.flatMap(({ taxes = [], iepsAmount }) => [
      ...taxes.flatMap(({ amount }) => amount ?? []),
      ...(iepsAmount === undefined ? [] : [iepsAmount]),
    ]),
  );
  const transferred = textSum(items.map(({ taxAmount }) => taxAmount));
  const withheld = (tax: string) =>
    textSum(
      items.flatMap(({ withholdings = [] }) =>
        withholdings.flatMap(({ type, amount }) => (type === tax ? (amount ?? []) : [])),
      ),
    );
  return {
    productCode: first.satProductCode,
    taxRate: rateOf(first),
    subtotal: textSum(items.map(({ amount }) => amount)),
    discount: textSum(items.map(discountOf)),
    taxes: {
      ivaTransferred: Decimal.from(transferred).minus(Decimal.from(ieps)).trimmed().toString(),
      iepsTransferred: ieps,
      ivaWithheld: withheld('IVA'),
      isrWithheld: withheld('ISR'),
    },
  };
}

const centDecimals = 2;

/**
 * Returns the discount of an item before IVA, rounded to cents. For the discount of the whole
 * document, use the document's own discount, because the sum of the rounded item discounts is not exact.
 */
function discountOf({ discount = '0', taxIncluded = false, taxRate = '0' }: PricedItem): string {
  if (!taxIncluded) return discount;
  const factor = Decimal.one.plus(Decimal.from(taxRate));
  return Decimal.from(discount).dividedBy(factor, centDecimals).toString();
}

const textSum = (amounts: string[]): string =>
  Decimal.sum(amounts.map((amount) => Decimal.from(amount)))
    .trimmed()
    .toString();
