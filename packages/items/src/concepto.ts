import type { ACuentaTerceros, ChargedPart, ConceptoInput } from '@timbre/cfdi';
import { certain, Decimal, isFiscalText, registeredName, requiredCatalog } from '@timbre/fiscal';
import { isIepsApart, withIepsInPrice } from './ieps-in-price';
import { parteOf } from './component';
import type { Item, ThirdParty } from './item';
import { partTaxesOf, taxesOf, taxObjectOf } from './item-tax';

/**
 * The maximum length of a unit name, which is the maximum length of Unidad in cfdv40.xsd. Longer names in
 * c_ClaveUnidad are omitted.
 */
const unitNameMax = 20;
/** The maximum length of NoIdentificacion. A longer sku is omitted. */
const skuMax = 100;

/**
 * Returns the concept for an item.
 * @param asksForIeps whether the customer pays IEPS on the sold goods and requests the IEPS separately
 * from the price; by default, the price includes the IEPS
 */
export function conceptoOf(sold: Item, { asksForIeps = false } = {}): ConceptoInput {
  const item = isIepsApart(sold, asksForIeps) ? sold : withIepsInPrice(sold);
  const unidad = unitOf(item);
  const taxes = taxesOf(item);
  const { thirdParty, customsNumbers = [], propertyTaxAccounts = [], components } = item;
  const chargedParts = chargedPartsOf(item, taxes);
  return {
    claveProdServ: item.satProductCode,
    ...(isFiscalText(item.sku, skuMax) && { noIdentificacion: item.sku.trim() }),
    cantidad: Decimal.from(item.quantity),
    claveUnidad: item.satUnitCode,
    ...(isFiscalText(unidad, unitNameMax) && { unidad }),
    descripcion: item.description,
    valorUnitario: Decimal.from(item.unitPrice),
    ...(hasDiscount(item) && { descuento: Decimal.from(certain(item.discount, 'discount')) }),
    objetoImp: taxObjectOf(item),
    ...(chargedParts && { chargedParts }),
    ...(taxes.length > 0 && { taxes }),
    ...(item.taxIncluded && { taxIncluded: true }),
    ...(thirdParty && { aCuentaTerceros: aCuentaTercerosOf(thirdParty) }),
    ...(customsNumbers.length > 0 && {
      informacionAduanera: customsNumbers.map((numeroPedimento) => ({ numeroPedimento })),
    }),
    ...(propertyTaxAccounts.length > 0 && {
      cuentaPredial: propertyTaxAccounts.map((numero) => ({ numero })),
    }),
    ...(components && { parte: components.map(parteOf) }),
  };
}

/** Returns the charges for the lines and parts of a receipt. */
function chargedPartsOf(
  { charged, parts }: Item,
  taxes: ConceptoInput['taxes'] = [],
): ChargedPart[] | undefined {
  if (charged !== undefined) return [{ charged: Decimal.from(charged), taxes }];
  return parts?.map((part) => ({ charged: Decimal.from(part.amount), taxes: partTaxesOf(part) }));
}

function aCuentaTercerosOf({ rfc, legalName, taxSystem, postalCode }: ThirdParty): ACuentaTerceros {
  return {
    rfcACuentaTerceros: rfc,
    nombreACuentaTerceros: registeredName(legalName),
    regimenFiscalACuentaTerceros: taxSystem,
    domicilioFiscalACuentaTerceros: postalCode,
  };
}

/** Whether the item has a discount. A discount of zero is omitted from the document. */
function hasDiscount({ discount }: Item): boolean {
  return discount !== undefined && !Decimal.from(discount).isZero();
}

/** Returns the item's own unit name; the default is the name in c_ClaveUnidad. */
function unitOf({ unitName, satUnitCode }: Item): string | undefined {
  return unitName ?? requiredCatalog('c_ClaveUnidad').get(satUnitCode, 'latest')?.description;
}
