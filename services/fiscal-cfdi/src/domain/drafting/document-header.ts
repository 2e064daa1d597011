import { Decimal } from '@timbre/fiscal';
import type { DraftInput, Issuance } from './draft';
import type { Profile } from '../set-up/fiscal-profile';

/** Nothing leaves the country with a foreign trade complement here. */
const exportation = '01';

/** What the documents of every kind say of their issue. */
export function documentHeader(profile: Profile, { fecha, serie, folio }: Issuance) {
  return {
    ...(serie !== undefined && { serie }),
    ...(folio !== undefined && { folio }),
    fecha,
    exportacion: exportation,
    lugarExpedicion: profile.postalCode,
    emisor: { rfc: profile.rfc, nombre: profile.legalName, regimenFiscal: profile.taxSystem },
  };
}

/** Moneda and TipoCambio; neither pesos nor no currency (XXX) has a rate, a draft not always. */
export function documentCurrency(
  { currency, exchangeRate }: Pick<DraftInput, 'currency' | 'exchangeRate'>,
  otherwise = 'MXN',
) {
  const moneda = currency ?? otherwise;
  const hasRate = exchangeRate !== undefined && moneda !== 'MXN' && moneda !== 'XXX';
  return { moneda, ...(hasRate && { tipoCambio: Decimal.from(exchangeRate) }) };
}
