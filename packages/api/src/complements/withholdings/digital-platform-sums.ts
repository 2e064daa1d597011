import { Decimal } from '@timbre/fiscal';
import type { WithheldDocument } from './complement';
import type { DigitalPlatforms, PlatformService } from './digital-platform-shape';

/**
 * The code of c_FormaPagoServ for cash, which the platform does not receive. The platform withholds
 * no tax from cash payments.
 */
const cash = '01';

/** The amounts of an operation that are added up in the complement and its document. */
type Amounts = Pick<
  PlatformService,
  'paymentForm' | 'price' | 'iva' | 'commission' | 'contribution'
>;

/**
 * Returns the IVA of an operation: the given amount, or price times rate rounded to cents; 0 without
 * IVA.
 */
export function ivaOf({ price, iva }: Pick<PlatformService, 'price' | 'iva'>): Decimal {
  if (!iva) return Decimal.zero;
  if (iva.amount !== undefined) return Decimal.from(iva.amount);
  return Decimal.from(price).times(Decimal.from(iva.rate)).round(2);
}

/**
 * Returns the sums of the operations from which the platform withholds tax: all operations that were
 * not paid in cash.
 */
export function withheldSums({ services }: DigitalPlatforms) {
  const received = services.filter(({ paymentForm }) => paymentForm !== cash);
  return { price: sumOf(received, priceOf), iva: sumOf(received, ivaOf) };
}

const priceOf = ({ price }: Amounts): Decimal => Decimal.from(price);

/** Returns the total price of all operations without IVA (MonTotServSIVA). */
export const totalPrice = ({ services }: DigitalPlatforms): Decimal => sumOf(services, priceOf);

/** Returns the total IVA of all operations (TotalIVATrasladado). */
export const totalIva = ({ services }: DigitalPlatforms): Decimal => sumOf(services, ivaOf);

/**
 * Returns the sums that the complement states, as decimal text. Source: rules SPT126 to SPT134 of the
 * SAT's matrix.
 */
export function sumsOf(value: DigitalPlatforms, { taxes, isForeign }: WithheldDocument) {
  const { services } = value;
  const withheld = (type: string): Decimal =>
    Decimal.sum(taxes.filter((tax) => tax.type === type).map((tax) => Decimal.from(tax.amount)));
  const handedOver = withheldSums(value).iva.minus(withheld('IVA'));
  const contributions = services.flatMap(({ contribution }) => contribution ?? []);
  return {
    count: services.length,
    total: written(totalPrice(value)),
    iva: written(totalIva(value)),
    ivaWithheld: written(withheld('IVA')),
    isrWithheld: written(withheld('ISR')),
    ivaHandedOver: written(isForeign ? Decimal.zero : handedOver),
    commissions: written(
      sumOf(services, ({ commission }) => Decimal.from(commission?.amount ?? 0)),
    ),
    ...(contributions.length > 0 && {
      contributions: written(sumOf(contributions, (one) => Decimal.from(one.amount))),
    }),
  };
}

/** Decimal text has at least two decimals, as in the SAT's examples. */
const written = (sum: Decimal): string => sum.round(6).trimmed(2).toString();

const sumOf = <Item>(items: readonly Item[], amountOf: (item: Item) => Decimal): Decimal =>
  Decimal.sum(items.map(amountOf));
