import { Decimal } from '@timbre/fiscal';
import type { DraftInput, Issuance } from './draft';
import type { Profile } from '../set-up/fiscal-profile';

/** Exports with a foreign trade complement are not supported. */
const exportation = '01';

/** The header that documents of every kind share. */
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

/** Moneda and TipoCambio. Pesos and XXX have no rate; a draft may not have one yet. */
export function documentCurrency(
  { currency, exchangeRate }: Pick<DraftInput, 'currency' | 'exchangeRate'>,
  otherwise = 'MXN',
) {
  const moneda = currency ?? otherwise;
  const hasRate = exchangeRate !== undefined && moneda !== 'MXN' && moneda !== 'XXX';
  return { moneda, ...(hasRate && { tipoCambio: Decimal.from(exchangeRate) }) };
}
