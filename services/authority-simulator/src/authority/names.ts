import type { JsonName } from '@peculiar/x509';

/** The holder of a certificate, with the fields of the subjects in the SAT's certificates. */
export interface Holder {
  readonly rfc: string;
  readonly legalName: string;
  readonly curp?: string | undefined;
  /** The RFC of a company's legal representative; absent for a natural person. */
  readonly representativeRfc?: string | undefined;
}

export type CertificateKind = 'csd' | 'fiel';

const COMMON_NAME = '2.5.4.3';
const SERIAL_NUMBER = '2.5.4.5';
const COUNTRY = '2.5.4.6';
const ORGANIZATION = '2.5.4.10';
const ORGANIZATIONAL_UNIT = '2.5.4.11';
const NAME = '2.5.4.41';
const UNIQUE_IDENTIFIER = '2.5.4.45';
const EMAIL = '1.2.840.113549.1.9.1';

/** Matches the characters of a PrintableString (X.680); Ñ, & and accents need a UTF8String. */
const PRINTABLE = /^[A-Za-z0-9 '()+,\-./:=?]*$/;

/**
 * Returns the subject of a certificate, in the SAT's field order and string types. The subject of a CSD
 * ends with the branch (OU); the subject of a FIEL has country and e-mail instead. The order and the types
 * come from the SAT's public test certificates.
 */
export function subjectOf(kind: CertificateKind, holder: Holder): JsonName {
  const { rfc, legalName, curp, representativeRfc } = holder;
  const identity = representativeRfc ? `${rfc} / ${representativeRfc}` : rfc;
  const personal = representativeRfc ? ` / ${curp ?? ''}` : (curp ?? '');
  // The library's type for a name does not declare the string tags.
  return [
    field(COMMON_NAME, legalName),
    field(NAME, legalName),
    field(ORGANIZATION, legalName),
    ...(kind === 'fiel' ? [field(COUNTRY, 'MX'), email('pruebas@timbre.invalid')] : []),
    field(UNIQUE_IDENTIFIER, identity),
    ...(personal.trim() ? [field(SERIAL_NUMBER, personal)] : []),
    ...(kind === 'csd' ? [field(ORGANIZATIONAL_UNIT, 'Sucursal 1')] : []),
  ] as unknown as JsonName;
}

/**
 * Returns the name of an authority of the simulator. The name clearly differs from the names of the SAT's
 * authorities.
 */
export function authorityName(commonName: string): JsonName {
  // The library's type for a name does not declare the string tags.
  return [
    field(COMMON_NAME, commonName),
    field(ORGANIZATION, 'TIMBRE AUTHORITY SIMULATOR'),
    field(COUNTRY, 'MX'),
  ] as unknown as JsonName;
}

function field(type: string, value: string): object {
  const kind = PRINTABLE.test(value) ? 'printableString' : 'utf8String';
  return { [type]: [{ [kind]: value }] };
}

function email(value: string): object {
  return { [EMAIL]: [{ ia5String: value }] };
}
