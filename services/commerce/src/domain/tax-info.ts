import { Rfc, type Issue } from '@timbre/fiscal';

/** The tax data that people fill in about themselves, on a page. */
export interface TaxInfo {
  legalName: string;
  rfc: string;
  taxSystem: string;
  cfdiUse: string;
  /** Postal code of the fiscal domicile. */
  postalCode: string;
  email?: string | undefined;
}

interface Address {
  postalCode: string;
  country: string;
}

/**
 * The fields of a contact that its own tax data replace. An address elsewhere is no longer true; a Mexican
 * RFC ends a known residence abroad. Without an e-mail the old one stays.
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
 * - rfc_not_own: a generic RFC names no taxpayer
 */
export function taxInfoIssues({ rfc }: Pick<TaxInfo, 'rfc'>): Issue[] {
  if (!Rfc.parse(rfc)?.isGeneric()) return [];
  const message = 'A generic RFC names no taxpayer; give your own.';
  return [{ path: ['rfc'], code: 'rfc_not_own', message }];
}
