import { inPlaceOf } from '@timbre/fiscal';
import type { Comprobante } from '@timbre/cfdi';

/**
 * Adds the replaced CFDI to a document under relationship 04, which the SAT requires for a
 * cancellation with motive 01 (cfdi-rules.md §14). A replaced CFDI that the document already lists
 * is not added again.
 * @param uuids are the UUIDs of the replaced CFDI, in lower case
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
