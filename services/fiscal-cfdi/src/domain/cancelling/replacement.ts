import type { Comprobante } from '@timbre/cfdi';

/** c_TipoRelacion: in place of an earlier CFDI. */
export const inPlaceOf = '04';

/**
 * A document that names the CFDI that it replaces under relationship 04, as the SAT wants it before
 * they are canceled with motive 01 (cfdi-rules.md §14). What it names by itself it names once.
 * @param uuids in lower case
 */
export function withReplaced(document: Comprobante, uuids: readonly string[]): Comprobante {
  const related = document.cfdiRelacionados ?? [];
  const own = related.find(({ tipoRelacion }) => tipoRelacion === inPlaceOf);
  const named = new Set(own?.cfdiRelacionado.map(({ uuid }) => uuid.toLowerCase()));
  const added = uuids.filter((uuid) => !named.has(uuid)).map((uuid) => ({ uuid }));
  if (added.length === 0) return document;
  const cfdiRelacionado = [...(own?.cfdiRelacionado ?? []), ...added];
  const others = related.filter((one) => one !== own);
  return {
    ...document,
    cfdiRelacionados: [...others, { tipoRelacion: inPlaceOf, cfdiRelacionado }],
  };
}
