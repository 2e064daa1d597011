import { computeComprobante, type Comprobante } from '@timbre/cfdi';
import { currency as currencyOf } from '@timbre/fiscal';
import { conceptoOf } from '@timbre/items';
import { withItemNodes } from '../complements/complement-nodes';
import { documentCurrency, documentHeader } from '../drafting/document-header';
import { cfdiTypes, type Draft, type Issuance } from '../drafting/draft';
import type { Profile } from '../set-up/fiscal-profile';
import { localTaxesOf } from './local-taxes';
import { informacionGlobalOf } from './global-period';
import { incomeFacts } from './income-payment';
import { receptorOf } from '../drafting/receiver';

export function incomeComprobante(draft: Draft, profile: Profile, issuance: Issuance): Comprobante {
  const { input, customer, items } = draft;
  if (!customer) throw new RangeError('an income document has a customer');
  const { formCode, methodCode, conditions } = incomeFacts(input.payment);
  const money = documentCurrency(input);
  // A global invoice shows separately the IEPS that its issuer owes (RMF 2.7.1.21), even if the invoice was
  // not made from receipts.
  const asksForIeps = input.globalPeriod ? profile.iepsTaxpayer : customer.iepsTaxpayer;
  return computeComprobante({
    ...documentHeader(draft, profile, issuance),
    ...money,
    formaPago: formCode,
    metodoPago: methodCode,
    ...(conditions !== null && { condicionesDePago: conditions }),
    currencyDecimals: currencyOf(money.moneda, issuance.fecha.slice(0, 10))?.decimals ?? 2,
    tipoDeComprobante: cfdiTypes.income,
    ...(input.globalPeriod && { informacionGlobal: informacionGlobalOf(input.globalPeriod) }),
    receptor: receptorOf(customer, input.cfdiUse ?? '', profile),
    conceptos: items.map((item) => withItemNodes(conceptoOf(item, { asksForIeps }), item)),
    localTaxes: localTaxesOf(input),
  });
}
