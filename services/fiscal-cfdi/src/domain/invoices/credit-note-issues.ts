import { isUuid, requiredCatalog, type Issue } from '@timbre/fiscal';
import { itemsIssues } from '@timbre/items';
import { creditNoteComprobante, creditNoteUse } from './credit-note';
import { currencyIssues } from '../drafting/currency-issues';
import { itemDocumentPath, judged, type Judged } from '../drafting/document-issues';
import type { CreditNoteInput, Draft, Issuance, RelatedDocumentsInput } from '../drafting/draft';
import type { Profile } from '../set-up/fiscal-profile';
import { customerIssues } from '../drafting/receiver';

/** c_FormaPago of a deferred payment (CFDI40105). */
const toBeDefined = '99';

/**
 * Every rule that a credit note breaks on a date.
 * - credit_note_missing: neither form of payment nor related documents
 * - the issues of settlementIssues, of its customer, its items and its currency
 */
export function judgeCreditNote(draft: Draft, profile: Profile, issuance: Issuance): Judged {
  const today = issuance.fecha.slice(0, 10);
  const { input, customer, items } = draft;
  const issues = [
    ...customerIssues(customer, customer ? creditNoteUse(customer) : '', today),
    ...itemsIssues(items, today),
    ...settlementIssues(input.creditNote, today),
    ...currencyIssues(input, today),
  ];
  if (issues.length > 0) return { issues };
  const document = creditNoteComprobante(draft, profile, issuance);
  const own = {
    formaPago: ['formCode'],
    metodoPago: ['methodCode'],
    cfdiRelacionados: ['relatedDocuments'],
  };
  return judged(document, (path) => itemDocumentPath(path, own));
}

/**
 * Rules of the settlement of a credit note.
 * - method_code_not_in_catalog: neither PUE nor PPD
 * - form_code_not_in_catalog: not an active code of c_FormaPago
 * - form_code_not_allowed: not 99 with PPD (CFDI40105)
 * - form_code_to_be_defined: 99 with PUE
 * - related_documents_missing: the SAT requires a related document
 */
function settlementIssues(creditNote: CreditNoteInput | undefined, today: string): Issue[] {
  if (!creditNote) {
    const message = 'A credit note must have a form of payment and related documents.';
    return [{ path: ['formCode'], code: 'credit_note_missing', message }];
  }
  const { formCode, methodCode = 'PUE', relatedDocuments } = creditNote;
  const at = (field: string, code: string, message: string) => ({ path: [field], code, message });
  const issues: Issue[] = [];
  if (methodCode !== 'PUE' && methodCode !== 'PPD') {
    issues.push(at('methodCode', 'method_code_not_in_catalog', 'The method must be PUE or PPD.'));
  }
  if (!requiredCatalog('c_FormaPago').isActive(formCode, today)) {
    const message = 'formCode is not an active code of c_FormaPago.';
    issues.push(at('formCode', 'form_code_not_in_catalog', message));
  } else if (methodCode === 'PPD' && formCode !== toBeDefined) {
    issues.push(at('formCode', 'form_code_not_allowed', 'With PPD the form code must be 99.'));
  } else if (methodCode === 'PUE' && formCode === toBeDefined) {
    issues.push(
      at('formCode', 'form_code_to_be_defined', 'With PUE the form code must be known, not 99.'),
    );
  }
  if (relatedDocuments.length === 0) {
    const message = 'A credit note must name at least one related document.';
    issues.push(at('relatedDocuments', 'related_documents_missing', message));
  }
  return [...issues, ...relatedDocumentsIssues(relatedDocuments, today)];
}

/**
 * Rules of related documents.
 * - relationship_not_in_catalog: not an active code of c_TipoRelacion
 * - documents_missing, uuid_invalid
 * - document_repeated: twice under one relationship
 */
export function relatedDocumentsIssues(
  relatedDocuments: readonly RelatedDocumentsInput[],
  today: string,
): Issue[] {
  const seen = new Set<string>();
  return relatedDocuments.flatMap(({ relationship, documents }, index) => {
    const path = ['relatedDocuments', index];
    const issues: Issue[] = [];
    if (!requiredCatalog('c_TipoRelacion').isActive(relationship, today)) {
      const message = 'relationship is not an active code of c_TipoRelacion.';
      const at = [...path, 'relationship'];
      issues.push({ path: at, code: 'relationship_not_in_catalog', message });
    }
    if (documents.length === 0) {
      const message = 'A relationship must name at least one document.';
      issues.push({ path: [...path, 'documents'], code: 'documents_missing', message });
    }
    documents.forEach((uuid, position) => {
      const at = [...path, 'documents', position];
      const key = `${relationship} ${uuid.toLowerCase()}`;
      if (!isUuid(uuid)) {
        issues.push({ path: at, code: 'uuid_invalid', message: 'Not the UUID of a CFDI.' });
      } else if (seen.has(key)) {
        const message = 'This relationship already names the document.';
        issues.push({ path: at, code: 'document_repeated', message });
      }
      seen.add(key);
    });
    return issues;
  });
}
