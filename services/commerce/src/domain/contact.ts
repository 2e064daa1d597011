import { say } from '@timbre/api';
import {
  capitalRegimeIssues,
  country,
  isRegimeAllowed,
  isUseAllowed,
  Rfc,
  type CalendarDate,
  type Issue,
} from '@timbre/fiscal';

/**
 * The fields that the rules of a contact check; null and undefined both mean that a field is
 * missing.
 */
export interface ContactFacts {
  kind: 'customer' | 'supplier';
  legalName?: string | null | undefined;
  rfc?: string | null | undefined;
  taxSystem?: string | null | undefined;
  cfdiUse?: string | null | undefined;
  creditEnabled?: boolean | null | undefined;
  creditByDefault?: boolean | null | undefined;
  defaultPaymentTermDays?: number | null | undefined;
  publicBody?: string | null | undefined;
  iepsTaxpayer?: boolean | null | undefined;
  taxResidence?: string | null | undefined;
  foreignTaxId?: string | null | undefined;
  documentLanguage?: string | null | undefined;
  addendaTemplate?: string | null | undefined;
}

const customerOnly = [
  'cfdiUse',
  'creditEnabled',
  'creditByDefault',
  'defaultPaymentTermDays',
  'publicBody',
  'iepsTaxpayer',
  'taxResidence',
  'foreignTaxId',
  'documentLanguage',
  'addendaTemplate',
] as const;

/**
 * Returns the violated rules between the fields of a contact, based on the catalogue rows of a
 * given date. The gateway validates single fields.
 *
 * - customer_only: only a customer may have this field
 * - tax_system_not_allowed: the RFC is that of a kind of person that cannot have this tax regime
 *   (c_RegimenFiscal)
 * - cfdi_use_not_allowed: the receiver's tax regime does not allow this CFDI use (c_UsoCFDI, CFDI40161)
 * - credit_not_enabled: the customer may not buy on credit; set creditEnabled for the customer first
 * - capital_regime_in_name, and the issues of taxpayerIssues and residenceIssues
 */
export function contactIssues(contact: ContactFacts, onDate: CalendarDate): Issue[] {
  const rfc = Rfc.parse(contact.rfc ?? '');
  return [
    ...capitalRegimeIssues(contact.legalName ?? '', rfc, ['legalName']),
    ...fieldIssues(contact, rfc, onDate),
    ...taxpayerIssues(contact, rfc),
    ...residenceIssues(contact, rfc, onDate),
  ];
}

const issue = (field: keyof ContactFacts, code: string, message: string): Issue => ({
  path: [field],
  code,
  message,
});

function fieldIssues(contact: ContactFacts, rfc: Rfc | undefined, onDate: CalendarDate): Issue[] {
  const issues: Issue[] = [];
  const add = (field: keyof ContactFacts, code: string, message: string) =>
    issues.push(issue(field, code, message));
  if (contact.kind === 'supplier') {
    for (const field of customerOnly) {
      if (contact[field] != null) add(field, 'customer_only', `Only customers may have ${field}.`);
    }
  }
  const person = rfc?.kind;
  const { taxSystem, cfdiUse } = contact;
  if (person && taxSystem && !isRegimeAllowed(taxSystem, person, onDate)) {
    const message = `Tax regime ${taxSystem} is not open to the kind of person of this RFC.`;
    add('taxSystem', 'tax_system_not_allowed', message);
  }
  if (person && taxSystem && cfdiUse && !isUseAllowed(cfdiUse, taxSystem, person, onDate)) {
    const message = `Use ${cfdiUse} is not open to receivers of tax regime ${taxSystem}.`;
    add('cfdiUse', 'cfdi_use_not_allowed', message);
  }
  if (contact.creditByDefault && contact.creditEnabled !== true) {
    add('creditByDefault', 'credit_not_enabled', 'creditByDefault requires creditEnabled.');
  }
  return issues;
}

/**
 * - public_body_not_allowed: only a legal entity can be a public body
 * - ieps_taxpayer_not_allowed: a contact with a generic RFC cannot be a taxpayer of IEPS
 */
function taxpayerIssues({ publicBody, iepsTaxpayer }: ContactFacts, rfc: Rfc | undefined): Issue[] {
  const issues: Issue[] = [];
  if (publicBody && rfc?.kind === 'fisica') {
    const message = 'Only legal entities are public bodies, and this RFC is of a person.';
    issues.push(issue('publicBody', 'public_body_not_allowed', message));
  }
  if (iepsTaxpayer && rfc?.isGeneric()) {
    const message = 'A generic RFC names no taxpayer of IEPS.';
    issues.push(issue('iepsTaxpayer', 'ieps_taxpayer_not_allowed', message));
  }
  return issues;
}

/**
 * - foreign_only: only RFC XEXX010101000 may have a tax residence and a tax number abroad (CFDI40151,
 *   CFDI40154)
 * - tax_residence_missing: a foreign tax number needs its country, the tax residence (CFDI40153)
 * - foreign_tax_id_invalid: the foreign tax number does not have the form that c_Pais requires for its
 *   country (CFDI40156)
 */
function residenceIssues(
  contact: ContactFacts,
  rfc: Rfc | undefined,
  onDate: CalendarDate,
): Issue[] {
  const { taxResidence, foreignTaxId } = contact;
  if (rfc && !rfc.isGenericForeign()) {
    const message = `Only a customer abroad may have it, with RFC ${Rfc.genericForeign}.`;
    const given = (['taxResidence', 'foreignTaxId'] as const).filter((field) => contact[field]);
    return given.map((field) => issue(field, 'foreign_only', message));
  }
  if (!foreignTaxId) return [];
  if (!taxResidence) {
    const message = 'A foreign tax number requires the country of tax residence.';
    return [issue('taxResidence', 'tax_residence_missing', message)];
  }
  if (country(taxResidence, onDate)?.taxIdPattern?.test(foreignTaxId) !== false) return [];
  const message = `Not a tax number of ${taxResidence} as the SAT knows them (c_Pais).`;
  return [issue('foreignTaxId', 'foreign_tax_id_invalid', message)];
}

/** The contact that a warning about a repeated RFC names. */
export interface SameRfc {
  contactId: string;
  legalName: string;
}

/**
 * Returns the warning that another contact of the same kind, or an earlier line of the file, has
 * the same RFC.
 */
export function rfcRepeated(other: SameRfc | { line: number }): Issue {
  const said =
    'line' in other
      ? say('rfc_repeated_in_file', { line: other.line })
      : say('rfc_repeated', { name: other.legalName, contactId: other.contactId });
  return { path: ['rfc'], code: 'rfc_repeated', ...said };
}
