import { isRegimeAllowed, isUseAllowed, Rfc, type Issue } from '@timbre/fiscal';

/** The fields that the rules of a contact read; null and undefined both mean absent. */
export interface ContactFacts {
  kind: 'customer' | 'supplier';
  rfc?: string | null | undefined;
  taxSystem?: string | null | undefined;
  cfdiUse?: string | null | undefined;
  creditEnabled?: boolean | null | undefined;
  creditByDefault?: boolean | null | undefined;
  defaultPaymentTermDays?: number | null | undefined;
}

const customerOnly = [
  'cfdiUse',
  'creditEnabled',
  'creditByDefault',
  'defaultPaymentTermDays',
] as const;

/**
 * The violated rules between the fields of a contact. The gateway checks single fields.
 * - customer_only: only customers may have the field
 * - tax_system_not_allowed: the regime is not open to the RFC's kind of person (c_RegimenFiscal)
 * - cfdi_use_not_allowed: the use is not open to the receiver's regime (c_UsoCFDI, CFDI40161)
 * - credit_not_enabled: credit by default requires creditEnabled
 */
export function contactIssues(contact: ContactFacts): Issue[] {
  const issues: Issue[] = [];
  const add = (field: string, code: string, message: string) =>
    issues.push({ path: [field], code, message });
  if (contact.kind === 'supplier') {
    for (const field of customerOnly) {
      if (contact[field] != null) add(field, 'customer_only', `Only customers may have ${field}.`);
    }
  }
  const person = contact.rfc ? Rfc.parse(contact.rfc)?.kind : undefined;
  const { taxSystem, cfdiUse } = contact;
  if (person && taxSystem && !isRegimeAllowed(taxSystem, person)) {
    const message = `Tax regime ${taxSystem} is not open to the kind of person of this RFC.`;
    add('taxSystem', 'tax_system_not_allowed', message);
  }
  if (person && taxSystem && cfdiUse && !isUseAllowed(cfdiUse, taxSystem, person)) {
    const message = `Use ${cfdiUse} is not open to receivers of tax regime ${taxSystem}.`;
    add('cfdiUse', 'cfdi_use_not_allowed', message);
  }
  if (contact.creditByDefault && contact.creditEnabled !== true) {
    add('creditByDefault', 'credit_not_enabled', 'creditByDefault requires creditEnabled.');
  }
  return issues;
}
