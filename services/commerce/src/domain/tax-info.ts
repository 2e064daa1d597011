import { Rfc, type Issue } from '@timbre/fiscal';

/** The tax data that a customer enters on a link's page. */
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
 * Returns the new values of the contact fields that the entered tax data replaces. An address with
 * another postal code is removed, and a Mexican RFC removes the tax residence abroad. If no new
 * e-mail address is given, the old address is kept.
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
