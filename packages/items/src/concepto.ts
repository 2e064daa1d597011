import type { ConceptoInput } from '@timbre/cfdi';
import { Decimal, isFiscalText, requiredCatalog } from '@timbre/fiscal';
import type { Item } from './item';
import { taxesOf, taxObjectOf } from './item-tax';

/** Longest Unidad of cfdv40.xsd; longer names of c_ClaveUnidad are left out. */
const unitNameMax = 20;
/** Longest NoIdentificacion; a longer sku is left out. */
const skuMax = 100;

export function conceptoOf(item: Item): ConceptoInput {
  const unidad = unitName(item.satUnitCode);
  const taxes = taxesOf(item);
  return {
    claveProdServ: item.satProductCode,
    ...(isFiscalText(item.sku, skuMax) && { noIdentificacion: item.sku }),
    cantidad: Decimal.from(item.quantity),
    claveUnidad: item.satUnitCode,
    ...(unidad !== undefined && unidad.length <= unitNameMax && { unidad }),
    descripcion: item.description,
    valorUnitario: Decimal.from(item.unitPrice),
    ...(hasDiscount(item) && { descuento: Decimal.from(item.discount!) }),
    objetoImp: taxObjectOf(item),
    ...(taxes.length > 0 && { taxes }),
    ...(item.taxIncluded && { taxIncluded: true }),
  };
}

/** A discount of zero is left out of the document. */
function hasDiscount({ discount }: Item): boolean {
  return discount !== undefined && !Decimal.from(discount).isZero();
}

/** The name of the unit in c_ClaveUnidad. */
function unitName(satUnitCode: string): string | undefined {
  return requiredCatalog('c_ClaveUnidad').get(satUnitCode)?.description;
}
