import { sayNotActive } from '@timbre/api';
import { formToBeDefined, type Issue, requiredCatalog } from '@timbre/fiscal';
import { creditNoteComprobante, creditNoteUse } from './credit-note';
import { currencyIssues, currencyWarnings } from '../drafting/currency-issues';
import { itemDocumentPath, judged, type Judged } from '../drafting/document-issues';
import type { CreditNoteInput, Draft, Issuance } from '../drafting/draft';
import { draftItemsIssues } from '../drafting/draft-items';
import { headerIssues } from '../drafting/header-issues';
import type { Profile } from '../set-up/fiscal-profile';
import { customerIssues } from '../drafting/receiver';
import { relatedWarnings } from '../drafting/related-documents';
import { applicationAmountIssues, applicationIssues, applicationWarnings } from './advance';
import { creditedAmountIssues, creditedIssues, creditedWarnings } from './credited';
import { localTaxIssues, localTaxWarnings, withheldAboveTotal } from './local-taxes';

/**
 * Returns every rule that a credit note breaks on a date: the issues of `settlementIssues`, and the issues
 * of its customer, items, header, currency and local taxes.
 * - credit_note_missing: a credit note must have a form of payment and related documents
 */
export function judgeCreditNote(draft: Draft, profile: Profile, issuance: Issuance): Judged {
  const today = issuance.fecha.slice(0, 10);
  const { input, customer } = draft;
  const issues = [
    ...customerIssues(customer, customer ? creditNoteUse(customer, today) : '', today, {
      isGlobal: true,
    }),
    ...draftItemsIssues(draft, profile, today),
    ...settlementIssues(input.creditNote, today),
    ...headerIssues(draft, today),
    ...currencyIssues(input, today),
    ...localTaxIssues(input),
    ...creditedIssues(draft),
    ...applicationIssues(draft),
  ];
  const warningsOf = () => [
    ...relatedWarnings(draft),
    ...currencyWarnings(input),
    ...creditedWarnings(draft),
    ...applicationWarnings(draft),
  ];
  if (issues.length > 0) return { issues, warningsOf };
  const document = creditNoteComprobante(draft, profile, issuance);
  const own = {
    formaPago: ['formCode'],
    metodoPago: ['methodCode'],
  };
  const excess = withheldAboveTotal(input, document);
  if (excess.length > 0) return { issues: excess, warningsOf };
  const { issues: ofDocument } = judged(document, (path) => itemDocumentPath(path, own));
  const ofAmount = [
    ...creditedAmountIssues(draft, document),
    ...applicationAmountIssues(draft, document),
  ];
  return {
    issues: [...ofDocument, ...ofAmount],
    warningsOf: () => [...warningsOf(), ...localTaxWarnings(input, document)],
    document,
  };
}

/**
 * Checks the method and form of payment of a credit note, and its related documents.
 * - method_code_not_in_catalog: the method of payment must be PUE or PPD
 * - form_code_not_in_catalog: the form of payment is not an active code of c_FormaPago
 * - form_code_not_allowed: with method PPD the form of payment must be 99 (CFDI40105)
 * - form_code_to_be_defined: with method PUE the form of payment is known, so it cannot be 99
 * - related_documents_missing: the SAT requires this document to have a related document
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
    const said = sayNotActive('c_FormaPago', formCode, today);
    issues.push({ path: ['formCode'], code: 'form_code_not_in_catalog', ...said });
  } else if (methodCode === 'PPD' && formCode !== formToBeDefined) {
    issues.push(at('formCode', 'form_code_not_allowed', 'With PPD the form code must be 99.'));
  } else if (methodCode === 'PUE' && formCode === formToBeDefined) {
    issues.push(
      at('formCode', 'form_code_to_be_defined', 'With PUE the form code must be known, not 99.'),
    );
  }
  if (relatedDocuments.length === 0) {
    const message = 'A credit note must name at least one related document.';
    issues.push(at('relatedDocuments', 'related_documents_missing', message));
  }
  return issues;
}
