import { Decimal, postalCode } from '@timbre/fiscal';
import { documentNodes, type ComplementedParts } from '../complements/complement-nodes';
import type { DraftInput, Issuance } from './draft';
import type { Profile } from '../set-up/fiscal-profile';
import { cfdiRelacionadosOf } from './related-documents';

/** c_Exportacion: no export. */
const notExported = '01';

/** Builds the header of a document, which has the same attributes for every kind of document. */
export function documentHeader(
  draft: ComplementedParts,
  profile: Profile,
  { fecha, serie, folio }: Issuance,
) {
  const { input } = draft;
  const { exportation = notExported, confirmation } = input;
  const cfdiRelacionados = cfdiRelacionadosOf(input);
  const otros = documentNodes(draft, profile);
  return {
    ...(serie !== undefined && { serie }),
    ...(folio !== undefined && { folio }),
    fecha,
    exportacion: exportation,
    lugarExpedicion: profile.postalCode,
    ...(confirmation !== undefined && { confirmacion: confirmation }),
    ...(cfdiRelacionados.length > 0 && { cfdiRelacionados }),
    ...(otros.length > 0 && { complemento: { otros } }),
    emisor: { rfc: profile.rfc, nombre: profile.legalName, regimenFiscal: profile.taxSystem },
  };
}

/**
 * Returns the profile with the postal code and time zone of the place of issue. If the draft has a
 * branch, the branch's postal code and time zone are used (CFF 29-A I).
 */
export function profileAt<Kept extends Profile>(
  profile: Kept,
  { placeOfIssue }: Pick<DraftInput, 'placeOfIssue'>,
): Kept {
  if (placeOfIssue === undefined) return profile;
  const timeZone = postalCode(placeOfIssue, 'latest')?.ianaZone ?? profile.timeZone;
  return { ...profile, postalCode: placeOfIssue, timeZone };
}

/**
 * Returns the SAT attributes Moneda and TipoCambio. TipoCambio is absent if the currency is MXN or
 * XXX, or if the draft has no exchange rate.
 */
export function documentCurrency(
  { currency, exchangeRate }: Pick<DraftInput, 'currency' | 'exchangeRate'>,
  otherwise = 'MXN',
) {
  const moneda = currency ?? otherwise;
  const hasRate = exchangeRate !== undefined && moneda !== 'MXN' && moneda !== 'XXX';
  return { moneda, ...(hasRate && { tipoCambio: Decimal.from(exchangeRate) }) };
}
