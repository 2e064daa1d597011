import { sayNotActive } from '@timbre/api';
import {
  isRegimeAllowed,
  localDateIn,
  postalCode as postalCodeOf,
  registeredName,
  requiredCatalog,
  Rfc,
  type AddressParts,
  type Issue,
} from '@timbre/fiscal';

/** The issuer of the organization's documents, as registered with the SAT. */
export interface ProfileInput {
  rfc: string;
  legalName: string;
  taxSystem: string;
  postalCode: string;
  /** True if the issuer owes IEPS for the goods it sells (LIEPS 8 I c, d); false by default. */
  iepsTaxpayer?: boolean | undefined;
  /** The issuer's address on printed documents. */
  address?: Address | null | undefined;
}

interface Address extends AddressParts {
  postalCode: string;
  country: string;
}

/** A valid fiscal profile. `timeZone` (IANA) is the time zone of the profile's place of issue. */
export interface Profile extends ProfileInput {
  timeZone: string;
}

/** A fiscal profile, as it is stored. */
export interface StoredProfile extends Profile {
  iepsTaxpayer: boolean;
  address: Address | null;
}

/** The SAT's type t_Nombre for the Emisor (cfdv40.xsd): 1 to 300 characters without a bar. */
const namePattern = /^[^|\p{C}]{1,300}$/u;

const countryZone = 'America/Mexico_City';

/** Returns the profile in the SAT's format: upper case and single spaces. */
function normalized(input: ProfileInput): Omit<StoredProfile, 'timeZone'> {
  return {
    rfc: input.rfc.trim().toUpperCase(),
    legalName: registeredName(input.legalName),
    taxSystem: input.taxSystem,
    postalCode: input.postalCode,
    iepsTaxpayer: input.iepsTaxpayer ?? false,
    address: input.address ? withoutAbsent(input.address) : null,
  };
}

/**
 * Returns the address in the form that a JSON column returns, so that it can be compared with the stored
 * address.
 */
const withoutAbsent = (address: Address): Address => ({
  ...Object.fromEntries(Object.entries(address).filter(([, part]) => part !== undefined)),
  postalCode: address.postalCode,
  country: address.country,
});

/**
 * Checks a profile.
 * - rfc_invalid: the RFC does not have the SAT's format
 * - rfc_generic: only a receiver may have a generic RFC
 * - legal_name_invalid: the legal name is empty, longer than 300 characters, or has a character that the SAT
 *   refuses
 * - not_in_catalog: the code is not an active code of c_RegimenFiscal or c_CodigoPostal
 * - tax_system_not_allowed: the RFC belongs to a kind of person that cannot have this tax regime
 *   (CFDI40141)
 */
export function readProfile(
  input: ProfileInput,
  now: Date,
): { profile?: StoredProfile; issues: Issue[] } {
  const fields = normalized(input);
  const issues: Issue[] = [];
  const add = (field: keyof ProfileInput, code: string, message: string) =>
    issues.push({ path: [field], code, message });
  const rfc = Rfc.parse(fields.rfc);
  if (!rfc) add('rfc', 'rfc_invalid', 'Not a valid RFC.');
  else if (rfc.isGeneric()) add('rfc', 'rfc_generic', 'A generic RFC cannot issue documents.');
  if (!namePattern.test(fields.legalName)) {
    add('legalName', 'legal_name_invalid', 'A name must have 1 to 300 characters and no |.');
  }
  const addUnknown = (field: 'postalCode' | 'taxSystem', catalog: string, today: string) =>
    issues.push({
      path: [field],
      code: 'not_in_catalog',
      ...sayNotActive(catalog, fields[field], today),
    });
  const day = localDateIn(now.getTime(), countryZone);
  const place = postalCodeOf(fields.postalCode, day);
  if (!place?.ianaZone) addUnknown('postalCode', 'c_CodigoPostal', day);
  const today = localDateIn(now.getTime(), place?.ianaZone || countryZone);
  if (!requiredCatalog('c_RegimenFiscal').isActive(fields.taxSystem, today)) {
    addUnknown('taxSystem', 'c_RegimenFiscal', today);
  } else if (rfc && !isRegimeAllowed(fields.taxSystem, rfc.kind, today)) {
    const message = `Tax regime ${fields.taxSystem} is not available to the kind of person of this RFC.`;
    add('taxSystem', 'tax_system_not_allowed', message);
  }
  if (issues.length > 0 || !place) return { issues };
  return { profile: { ...fields, timeZone: place.ianaZone }, issues };
}
