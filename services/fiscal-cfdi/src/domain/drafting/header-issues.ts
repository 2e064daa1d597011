import { sayNotActive } from '@timbre/api';
import { confirmationPattern, requiredCatalog, type Issue } from '@timbre/fiscal';
import { complementNames } from '../complements/complement-issues';
import type { Draft } from './draft';
import { relatedIssues } from './related-documents';

/**
 * The code of c_Exportacion for a definitive export with customs key A1, which requires the
 * complement Comercio Exterior.
 */
const definitiveExport = '02';
/** The codes of c_Exportacion for no export and for a temporary export. */
const withoutComplement = ['01', '03'];
const foreignTrade = 'cce20:ComercioExterior';

/**
 * Checks the header of a document, which has the same rules for every kind of document, and the
 * rules of `relatedIssues`.
 * - place_of_issue_unknown: the place of issue is not in c_CodigoPostal (CFDI40126)
 * - exportation_not_in_catalog: the export code is not an active code of c_Exportacion (CFDI40123)
 * - complement_required: the document requires a complement
 * - complement_not_allowed: exports 01 and 03 do not allow the complement of foreign trade (CFDI40222)
 * - confirmation_invalid: the confirmation key must be five letters or digits (CFDI40128)
 */
export function headerIssues(draft: Draft, today: string): Issue[] {
  const { placeOfIssue, exportation, confirmation, complements = {} } = draft.input;
  const isTrade = complementNames(complements).includes(foreignTrade);
  const at = (field: string, code: string, message: string): Issue => ({
    path: [field],
    code,
    message,
  });
  const issues = relatedIssues(draft, today);
  if (
    placeOfIssue !== undefined &&
    !requiredCatalog('c_CodigoPostal').isActive(placeOfIssue, today)
  ) {
    const said = sayNotActive('c_CodigoPostal', placeOfIssue, today);
    issues.push({ path: ['placeOfIssue'], code: 'place_of_issue_unknown', ...said });
  }
  if (isTrade && withoutComplement.includes(exportation ?? '01')) {
    const message = 'A definitive export has exportation 02; give it with Comercio Exterior.';
    issues.push(at('exportation', 'complement_not_allowed', message));
  } else if (exportation === definitiveExport && !isTrade) {
    const message = 'Exportation 02 demands the complement Comercio Exterior; give `foreignTrade`.';
    issues.push(at('exportation', 'complement_required', message));
  } else if (
    exportation !== undefined &&
    !requiredCatalog('c_Exportacion').isActive(exportation, today)
  ) {
    const said = sayNotActive('c_Exportacion', exportation, today);
    issues.push({ path: ['exportation'], code: 'exportation_not_in_catalog', ...said });
  }
  if (confirmation !== undefined && !confirmationPattern.test(confirmation)) {
    const message = 'A confirmation key must have five letters or digits.';
    issues.push(at('confirmation', 'confirmation_invalid', message));
  }
  return issues;
}
