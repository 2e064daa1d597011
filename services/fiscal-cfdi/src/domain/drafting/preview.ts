import { Decimal, taxCodes } from '@timbre/fiscal';
import { comprobanteOf } from './comprobante-of';
import { cfdiTypes, type Draft } from './draft';
import type { PriceSource } from './draft-sources';
import type { JudgedOn } from './draft-issues';
import { isForLater } from './draft-issues';
import { shownComplement } from '../payments/shown-complement';
import type { Profile } from '../set-up/fiscal-profile';
import { pricedItems, shownItem, type TaxLine } from '@timbre/items';
import { documentTaxes } from './document-taxes';

/**
 * The preview shows no amounts if one of these fields has an issue, because the amounts could not be
 * calculated or would be meaningless.
 */
const amountFields: readonly unknown[] = [
  'kind', 'items', 'currency', 'exchangeRate', 'localTaxes', 'payment', 'additionalPayments', 'formCode', 'methodCode',
  'employeeId', 'payroll',
]; // prettier-ignore

/** Calculates the amounts of a draft as far as possible, in the shape of the document's detail. */
export function draftPreview(
  draft: Draft,
  profile: Profile,
  today: string,
  { issues, warnings }: Pick<JudgedOn, 'issues' | 'warnings'>,
  prices: readonly PriceSource[] = [],
) {
  const isSound = issues.every(
    (issue) => isForLater(draft, issue) || !amountFields.includes(issue.path[0]),
  );
  const isComputable = isSound && (draft.customer != null || draft.kind === 'payroll');
  return {
    ...(isComputable && totalsOf(draft, profile, today, prices)),
    issues,
    ...(warnings.length > 0 && { warnings }),
  };
}

function totalsOf(draft: Draft, profile: Profile, today: string, prices: readonly PriceSource[]) {
  const document = comprobanteOf(draft, profile, { fecha: `${today}T12:00:00` });
  const taxes = documentTaxes(document);
  const isForeign = document.moneda !== 'MXN' && document.moneda !== 'XXX';
  const shown = new Map(prices.map((price) => [priceKey(price), shownPrice(price)]));
  const exchangeRate = document.tipoCambio ?? (isForeign ? undefined : Decimal.one);
  return {
    kind: draft.kind,
    cfdiType: cfdiTypes[draft.kind],
    total: { amount: document.total.toNumber(), currency: document.moneda },
    fiscal: {
      subtotal: document.subTotal.toNumber(),
      discount: document.descuento?.toNumber(),
      ivaTransferred: taxed(taxes.transfers, taxCodes.IVA),
      ivaWithheld: taxed(taxes.withholdings, taxCodes.IVA),
      isrWithheld: taxed(taxes.withholdings, taxCodes.ISR),
      exchangeRate: exchangeRate?.toNumber(),
      totalMxn: exchangeRate && document.total.times(exchangeRate).round(2).toNumber(),
      placeOfIssue: document.lugarExpedicion,
      exportation: document.exportacion,
      taxes,
    },
    items: pricedItems(draft.items, document).map((item) => {
      const resolvedPrice = shown.get(priceKey(item));
      return { ...shownItem(item), ...(resolvedPrice && { resolvedPrice }) };
    }),
    complement: shownComplement(draft),
  };
}

const priceKey = (item: { productId?: string | undefined; quantity: string }) =>
  `${item.productId} ${item.quantity}`;

/**
 * Returns the current price of an item, in pesos, with its price rule, in the form of commerce's
 * `resolvePrice`.
 */
function shownPrice({ unitPrice, taxIncluded, ruleKind, overrideId, discount }: PriceSource) {
  const { minQuantity, percentage } = discount ?? {};
  return {
    unitPrice: Number(unitPrice),
    taxIncluded,
    currency: 'MXN',
    rule: {
      kind: ruleKind,
      overrideId,
      discount: discount && { minQuantity: Number(minQuantity), percentage: Number(percentage) },
    },
  };
}

function taxed(lines: TaxLine[], tax: string): number {
  const amounts = lines.flatMap((line) => (line.tax === tax && line.amount) || []);
  return Decimal.sum(amounts.map(Decimal.from)).toNumber();
}
