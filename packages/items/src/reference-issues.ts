import {
  capitalRegimeIssues,
  customsNumberIssue,
  isFiscalText,
  isRegimeAllowed,
  propertyTaxAccountPattern,
  requiredCatalog,
  Rfc,
  type CalendarDate,
  type Issue,
} from '@timbre/fiscal';
import type { ItemDetails, ThirdParty } from './item';
import type { At, Sale } from './sale';

const nameMax = 300;

/**
 * The fixed name and tax regime 616 of foreigners who sell through a platform (RMF 2.7.1). The postal code of
 * these foreigners is the place of issue.
 */
export const foreignPlatform = {
  rfc: 'EXT990101NI1',
  taxSystem: '616',
  legalName:
    'EXPEDICIÓN DE CFDI POR RESIDENTES EN MÉXICO QUE PRESTAN SERVICIOS DE INTERMEDIACIÓN ENTRE ' +
    'TERCEROS A OFERENTES DE BIENES Y SERVICIOS RESIDENTES EN EL EXTRANJERO',
};

type ThirdPartySale = Pick<Sale, 'issuer' | 'placeOfIssue' | 'receiverRfc'>;

/**
 * Checks the rules for the references of an item or a product.
 *
 * - property_tax_account_invalid: the property tax account may have only letters and digits
 * - customs_number_invalid: the customs number must have 21 characters, a year that is not in the future, a
 *   customs office, and a broker that operated there in that year (CFDI40194, CFDI40199, CP174)
 * - and those of the third party
 */
export function referenceIssues(
  { propertyTaxAccounts = [], customsNumbers = [], thirdParty }: ItemDetails,
  at: At,
  today: CalendarDate,
  sale?: ThirdPartySale,
): Issue[] {
  const issues: Issue[] = [];
  propertyTaxAccounts.forEach((account, index) => {
    if (propertyTaxAccountPattern.test(account)) return;
    const message = 'An account has 1 to 150 letters and digits only.';
    const path = at('propertyTaxAccounts', index);
    issues.push({ path, code: 'property_tax_account_invalid', message });
  });
  issues.push(...customsNumberIssues(customsNumbers, at, today));
  return thirdParty ? [...issues, ...thirdPartyIssues(thirdParty, at, today, sale)] : issues;
}

/** Checks the customs numbers of an item and of its parts. */
export const customsNumberIssues = (
  numbers: readonly string[] = [],
  at: At,
  today: CalendarDate,
): Issue[] =>
  numbers.flatMap(
    (number, index) => customsNumberIssue(number, at('customsNumbers', index), today) ?? [],
  );

/**
 * - third_party_rfc_not_allowed: the third party's RFC is invalid, generic, or the RFC of the issuer or the
 *   customer (CFDI40187, CFDI40188)
 * - third_party_name_invalid: the SAT does not accept this name, or the third party's RFC requires a fixed
 *   name (CFDI40189)
 * - capital_regime_in_name: leave the capital regime (S.A. de C.V. and the like) out, because the SAT
 *   registers names without it
 * - third_party_tax_system_not_allowed: the third party is a kind of person that cannot have this tax regime
 *   (CFDI40191, CFDI140223)
 * - third_party_postal_code_unknown: the third party's postal code is not in c_CodigoPostal (CFDI40192)
 * - third_party_postal_code_not_allowed: with RFC EXT990101NI1 the third party must have the postal code of
 *   the place of issue (CFDI40193)
 */
function thirdPartyIssues(
  { rfc: text, legalName, taxSystem, postalCode }: ThirdParty,
  at: At,
  today: CalendarDate,
  sale: ThirdPartySale | undefined,
): Issue[] {
  const issues: Issue[] = [];
  const add = (field: string, code: string, message: string) =>
    issues.push({ path: at('thirdParty', field), code, message });
  const rfc = Rfc.parse(text);
  const isForeign = text === foreignPlatform.rfc;
  if (!rfc || rfc.isGeneric()) {
    const message = 'The third party must be a taxpayer with an RFC of its own.';
    add('rfc', 'third_party_rfc_not_allowed', message);
  } else if ([sale?.issuer?.rfc, sale?.receiverRfc].includes(text)) {
    const message = 'The third party must be neither the issuer nor the customer.';
    add('rfc', 'third_party_rfc_not_allowed', message);
  }
  if (!isFiscalText(legalName, nameMax)) {
    const message = `The name must have 1 to ${nameMax} characters and no |.`;
    add('legalName', 'third_party_name_invalid', message);
  } else if (isForeign && legalName.trim().toUpperCase() !== foreignPlatform.legalName) {
    const message = `The SAT's name of ${text} is "${foreignPlatform.legalName}".`;
    add('legalName', 'third_party_name_invalid', message);
  }
  issues.push(...capitalRegimeIssues(legalName, rfc, at('thirdParty', 'legalName')));
  const isOpen = isForeign
    ? taxSystem === foreignPlatform.taxSystem
    : !rfc || isRegimeAllowed(taxSystem, rfc.kind, today);
  if (!isOpen || !requiredCatalog('c_RegimenFiscal').isActive(taxSystem, today)) {
    const message = `Tax regime ${taxSystem} is not available to ${text}.`;
    add('taxSystem', 'third_party_tax_system_not_allowed', message);
  }
  if (!requiredCatalog('c_CodigoPostal').isActive(postalCode, today)) {
    const message = `${postalCode} is not an active code of c_CodigoPostal.`;
    add('postalCode', 'third_party_postal_code_unknown', message);
  } else if (isForeign && postalCode !== (sale?.placeOfIssue ?? postalCode)) {
    const message = `The postal code of ${text} is that of the place of issue, ${sale?.placeOfIssue}.`;
    add('postalCode', 'third_party_postal_code_not_allowed', message);
  }
  return issues;
}
