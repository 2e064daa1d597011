import { computeComprobante, type Comprobante, type ConceptoInput } from '@timbre/cfdi';
import { conceptoOf, type Item } from '@timbre/items';
import { withItemNodes } from '../complements/complement-nodes';
import { documentCurrency, documentHeader } from '../drafting/document-header';
import { cfdiTypes, type Draft, type Issuance } from '../drafting/draft';
import type { Profile } from '../set-up/fiscal-profile';
import { receptorOf } from '../drafting/receiver';

/** The UsoCFDI of a transfer, which means without fiscal effects. */
export const transferUse = 'S01';
/** The code of c_ObjetoImp for goods that are only transported and therefore not taxed. */
const notTaxed = '01';

/**
 * Builds the transfer document (type T) of a draft, with the transported goods as concepts. A transfer
 * charges nothing, so it has no totals and no taxes. The currency is XXX unless the draft contains a
 * currency.
 */
export function transferComprobante(
  draft: Draft,
  profile: Profile,
  issuance: Issuance,
): Comprobante {
  const { input, customer, items } = draft;
  if (!customer) throw new RangeError('a transfer has a receiver');
  return computeComprobante({
    ...documentHeader(draft, profile, issuance),
    ...documentCurrency(input, 'XXX'),
    currencyDecimals: 0,
    tipoDeComprobante: cfdiTypes.transfer,
    receptor: receptorOf(customer, transferUse, profile),
    conceptos: items.map(untaxed),
  });
}

function untaxed(item: Item): ConceptoInput {
  const {
    taxes: _,
    taxIncluded: __,
    descuento: ___,
    ...concepto
  } = withItemNodes(conceptoOf(item), item);
  return { ...concepto, objetoImp: notTaxed };
}
