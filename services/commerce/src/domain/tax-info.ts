import { Rfc, type Issue } from '@timbre/fiscal';

/** Tax data that people enter about themselves on a page. */
export interface TaxInfo {
  legalName: string;
  rfc: string;
  taxSystem: string;
  cfdiUse: string;
  /** The postal code of the taxpayer's fiscal domicile. */
  postalCode: string;
  email?: string | undefined;
}

interface Address {
  postalCode: string;
  country: string;
}

/**
 * The fields of a contact that its own tax data replace. An address with another postal code is dropped, and
 * a Mexican RFC clears the tax residence abroad. If no new e-mail is given, the old e-mail stays.
 */
export function contactFieldsOf(info: TaxInfo, address: Address | null | undefined) {
  const { postalCode, email, ...named } = info;
  const isSame = address?.postalCode === postalCode && address.country === 'MEX';
  return {
    ...named,
    ...(email !== undefined && { email }),
    address: isSame ? address : { postalCode, country: 'MEX' },
    taxResidence: null,
    foreignTaxId: null,
  };
}

/**
 * - rfc_not_own: a generic RFC identifies no taxpayer; give your own RFC
 */
export function taxInfoIssues({ rfc }: Pick<TaxInfo, 'rfc'>): Issue[] {
  if (!Rfc.parse(rfc)?.isGeneric()) return [];
  const message = 'A generic RFC names no taxpayer; give your own.';
  return [{ path: ['rfc'], code: 'rfc_not_own', message }];
}
