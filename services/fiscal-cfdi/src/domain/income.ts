import { computeComprobante, type Comprobante } from '@timbre/cfdi';
import { currency as currencyOf, Decimal } from '@timbre/fiscal';
import { conceptoOf } from './concepto';
import { cfdiTypes, type Draft, type Issuance } from './draft';
import type { Profile } from './fiscal-profile';
import { paymentFacts } from './income-payment';
import { receptorOf } from './receiver';

/** Nothing leaves the country with a foreign trade complement here. */
const exportation = '01';

/** The income document (type I) of a draft. */
export function incomeComprobante(
  draft: Draft,
  profile: Profile,
  { fecha, serie, folio }: Issuance,
): Comprobante {
  const { input, customer, items } = draft;
  if (!customer) throw new RangeError('an income document has a customer');
  const { formCode, methodCode, conditions } = paymentFacts(input.payment);
  const moneda = input.currency ?? 'MXN';
  return computeComprobante({
    ...(serie !== undefined && { serie }),
    ...(folio !== undefined && { folio }),
    fecha,
    formaPago: formCode,
    metodoPago: methodCode,
    ...(conditions !== null && { condicionesDePago: conditions }),
    moneda,
    ...(moneda !== 'MXN' && { tipoCambio: Decimal.from(input.exchangeRate ?? '') }),
    currencyDecimals: currencyOf(moneda)?.decimals ?? 2,
    tipoDeComprobante: cfdiTypes.income,
    exportacion: exportation,
    lugarExpedicion: profile.postalCode,
    emisor: { rfc: profile.rfc, nombre: profile.legalName, regimenFiscal: profile.taxSystem },
    receptor: receptorOf(customer, input.cfdiUse ?? '', profile),
    conceptos: items.map(conceptoOf),
  });
}
