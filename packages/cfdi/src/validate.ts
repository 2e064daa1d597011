import { checkStructure } from './check-structure';
import type { Comprobante } from './comprobante';
import { comprobanteElement } from './comprobante-grammar';
import { collectFindings } from './finding';
import type { Finding } from './finding';
import { openReview } from './review';
import type { ReviewOptions } from './review';
import { reviewConceptos, reviewConceptSums } from './validate-conceptos';
import { reviewHeader, reviewTotals } from './validate-header';
import { reviewNomina } from './validate-nomina';
import { reviewPagos } from './validate-pagos';
import { reviewParties } from './validate-parties';
import { reviewSummary } from './validate-summary';

const SEALING = new Set(['noCertificado', 'certificado', 'sello']);

/**
 * Reports all faults in a CFDI except faults of its seal: structural faults (code 301) or, if the structure
 * is valid, violations of the SAT's rules, at most `FINDINGS_MAX`. An unsealed document may lack the fields
 * of the seal.
 */
export function validateComprobante(
  document: Comprobante,
  options: ReviewOptions = {},
): readonly Finding[] {
  const except = document.sello === undefined ? SEALING : new Set<string>();
  const structure = checkStructure(comprobanteElement, document, except);
  // The rules are not checked if the structure is invalid, because the rules would only repeat these
  // findings.
  if (structure.length > 0) return structure;
  return collectFindings((findings) => {
    const review = openReview(document, options, findings);
    reviewHeader(review);
    reviewParties(review);
    reviewConceptos(review);
    reviewSummary(review);
    reviewPagos(review);
    reviewNomina(review);
  });
}

/** Reports SubTotal, Descuento and Total that differ from the parts of a CFDI, and wrong sums of payments. */
export function validateSums(document: Comprobante): readonly Finding[] {
  return collectFindings((findings) => {
    const review = openReview(document, {}, findings);
    reviewTotals(review);
    reviewConceptSums(review);
    reviewPagos(review);
  });
}
