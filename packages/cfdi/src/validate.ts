import { checkStructure } from './check-structure';
import type { Comprobante } from './comprobante';
import { comprobanteElement } from './comprobante-grammar';
import type { Finding } from './finding';
import { openReview } from './review';
import type { ReviewOptions } from './review';
import { reviewConceptos } from './validate-conceptos';
import { reviewHeader } from './validate-header';
import { reviewNomina } from './validate-nomina';
import { reviewPagos } from './validate-pagos';
import { reviewParties } from './validate-parties';
import { reviewSummary } from './validate-summary';

const SEALING = new Set(['noCertificado', 'certificado', 'sello']);

/**
 * Everything wrong with a CFDI that can be known without its seal: structure first (code 301), and
 * with a sound structure the SAT's own rules. An unsealed document may lack what the seal brings.
 */
export function validateComprobante(
  document: Comprobante,
  options: ReviewOptions = {},
): readonly Finding[] {
  const except = document.sello === undefined ? SEALING : new Set<string>();
  const structure = checkStructure(comprobanteElement, document, except);
  // A rule that reads a missing or impossible value would only repeat the finding in other words.
  if (structure.length > 0) return structure;
  const review = openReview(document, options);
  reviewHeader(review);
  reviewParties(review);
  reviewConceptos(review);
  reviewSummary(review);
  reviewPagos(review);
  reviewNomina(review);
  return review.findings;
}
