import { Decimal, requiredCatalog, Rfc } from '@timbre/fiscal';
import type { z } from 'zod';
import type { ComplementedDocument, ComplementedItem } from '../complement';
import { mexico, writtenAddress } from '../place';
import type { input } from './shape';

type Value = z.output<typeof input>;
type Good = Value['goods'][number];

/** c_UnidadAduana: a service. */
const serviceUnit = '99';
/** The code of c_ClaveUnidad for a service. */
const service = 'E48';
/**
 * For each customs unit (c_UnidadAduana), the item unit (c_ClaveUnidad) that is the same unit of
 * measure.
 */
const customsUnits: Readonly<Record<string, string>> = {
  KGM: '01',
  GRM: '02',
  MTR: '03',
  MTK: '04',
  MTQ: '05',
  H87: '06',
  HEA: '07',
  LTR: '08',
  PR: '09',
  KWT: '10',
  MIL: '11',
  SET: '12',
  KWH: '13',
  TNE: '14',
  BLL: '15',
  [service]: serviceUnit,
};

export const isService = ({ satUnitCode }: ComplementedItem): boolean => satUnitCode === service;

/**
 * Returns the c_UnidadAduana of a good: the unit of its tariff code or, for a service, the unit of
 * services.
 */
const customsUnitOf = ({ tariffCode }: Good): string | undefined =>
  tariffCode === undefined
    ? serviceUnit
    : requiredCatalog('c_FraccionArancelaria').get(tariffCode, 'latest')?.attributes.unit;

/**
 * Returns the quantity in the customs unit; undefined if the item does not determine the quantity.
 */
export function customsQuantityOf(good: Good, item: ComplementedItem): Decimal | undefined {
  if (good.customsQuantity !== undefined) return Decimal.from(good.customsQuantity);
  const quantity = Decimal.from(item.quantity);
  const isSame = customsUnits[item.satUnitCode] === customsUnitOf(good);
  return isSame && quantity.round(3).equals(quantity) ? quantity : undefined;
}

/**
 * Returns the pesos for one US dollar; undefined if the rate is missing in both the complement and
 * the draft.
 */
export function usdRateOf(
  { exchangeRateUsd }: Value,
  { currency, exchangeRate }: Pick<ComplementedDocument, 'currency' | 'exchangeRate'>,
): Decimal | undefined {
  if (exchangeRateUsd !== undefined) return Decimal.from(exchangeRateUsd);
  return currency === 'USD' && exchangeRate !== undefined ? Decimal.from(exchangeRate) : undefined;
}

/**
 * Returns the amount of an item before its discount, converted to US dollars and rounded to cents
 * (CCE172).
 */
export function usdOf(
  { quantity, unitPrice }: ComplementedItem,
  document: Pick<ComplementedDocument, 'currency' | 'exchangeRate'>,
  usdRate: Decimal,
): Decimal {
  const amount = Decimal.from(quantity).times(Decimal.from(unitPrice));
  return amount.times(Decimal.from(document.exchangeRate ?? 1)).dividedBy(usdRate, 2);
}

/**
 * Converts the complement to the form of its XML and adds data of the items, the customer and the
 * fiscal profile.
 */
export function written(
  { issuerCurp, receiverAddress, recipients, goods, ...value }: Value,
  document: ComplementedDocument,
) {
  const { issuer, customer, items } = document;
  // The rules require an exchange rate. If it is missing, a preview uses the rate 1, so that its
  // amounts are in the currency of the draft.
  const usdRate = usdRateOf({ ...value, goods }, document) ?? Decimal.one;
  const mercancias = goods.flatMap((good) => {
    const item = items[good.item];
    return item ? [writtenGood(good, item, document, usdRate)] : [];
  });
  const isAbroad = customer?.rfc === Rfc.genericForeign.toString();
  const foreignTaxId = isAbroad ? customer.foreignTaxId : undefined;
  return {
    ...value,
    hasCertificate: value.originCertificate === undefined ? '0' : '1',
    exchangeRateUsd: usdRate.toString(),
    totalUsd: Decimal.sum(mercancias.map(({ valueUsd }) => Decimal.from(valueUsd)))
      .round(2)
      .toString(),
    issuer: { curp: issuerCurp, address: issuerAddressOf(issuer) },
    ...((foreignTaxId !== undefined || receiverAddress) && {
      receiver: { foreignTaxId, address: receiverAddress && writtenAddress(receiverAddress) },
    }),
    ...(recipients && {
      recipients: recipients.map(({ address, ...recipient }) => ({
        ...recipient,
        address: writtenAddress(address),
      })),
    }),
    goods: mercancias,
  };
}

/**
 * Returns the address of the issuer: the street of the fiscal profile, and the codes that are
 * derived from its postal code. The other fields of the profile's address are not SAT codes.
 */
function issuerAddressOf({ address }: ComplementedDocument['issuer']) {
  if (!address) return undefined;
  const { street, exterior, interior, postalCode } = address;
  return writtenAddress({ street, exterior, interior, postalCode, country: mexico });
}

/** Returns the value of one customs unit, in US dollars. */
export const unitValueOf = (value: Decimal, quantity: Decimal): Decimal =>
  quantity.isZero() ? Decimal.zero : value.dividedBy(quantity, 6);

function writtenGood(
  { item: _, valueUsd, tariffCode, details, ...good }: Good,
  item: ComplementedItem,
  document: ComplementedDocument,
  usdRate: Decimal,
) {
  const whole = { item: 0, tariffCode, ...good };
  const quantity = customsQuantityOf(whole, item) ?? Decimal.from(item.quantity).round(3);
  const value = valueUsd === undefined ? usdOf(item, document, usdRate) : Decimal.from(valueUsd);
  return {
    sku: item.sku,
    tariffCode,
    customsQuantity: quantity.toString(),
    customsUnit: customsUnitOf(whole),
    unitValueUsd: unitValueOf(value, quantity).trimmed(2).toString(),
    valueUsd: value.round(2).toString(),
    details,
  };
}

type Written = ReturnType<typeof written>;

/** Removes the field `reference` from an address, because responses do not contain this field. */
const shownPlace = <Place extends object>(place: Place & { reference?: string }) => {
  const { reference: _, ...parts } = place;
  return parts;
};

/**
 * Converts the complement from the form of its XML, with the computed amounts; the reverse of
 * `written`.
 */
export function given({
  hasCertificate: _,
  issuer,
  receiver,
  recipients,
  goods = [],
  ...value
}: Partial<Written>): unknown {
  return {
    ...value,
    ...(issuer?.curp !== undefined && { issuerCurp: issuer.curp }),
    ...(issuer?.address && { issuerAddress: shownPlace(issuer.address) }),
    ...(receiver?.foreignTaxId !== undefined && { receiverTaxId: receiver.foreignTaxId }),
    ...(receiver?.address && { receiverAddress: shownPlace(receiver.address) }),
    ...(recipients && {
      recipients: recipients.map(({ address, ...recipient }) => ({
        ...recipient,
        address: shownPlace(address),
      })),
    }),
    goods,
  };
}
