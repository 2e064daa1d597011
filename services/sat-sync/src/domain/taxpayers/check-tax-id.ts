import { foldLetters, hasRfcCheckDigit, Rfc } from '@timbre/fiscal';
import type { CalendarDate } from '@timbre/fiscal';
import { oneLine } from '../reading/labels';
import type { TaxProfile } from './tax-profile';

/** The tax data in a request that are compared with the SAT's register. */
export interface TaxIdClaim {
  legalName?: string | undefined;
  taxSystem?: string | undefined;
  postalCode?: string | undefined;
}

/** The facts that follow from the text of an RFC alone, without the SAT's register. */
export interface RfcForm {
  kind: 'moral' | 'fisica' | 'generic';
  checkDigitMatches?: boolean;
}

/**
 * Returns the facts that follow from the text of an RFC alone.
 * @param text an RFC whose format the gateway has already validated
 */
export function rfcForm(text: string): RfcForm {
  const rfc = Rfc.parse(text);
  if (!rfc) throw new Error('the RFC was not checked');
  if (rfc.isGeneric()) return { kind: 'generic' };
  return { kind: rfc.kind, checkDigitMatches: hasRfcCheckDigit(rfc) };
}

type FieldStatus = 'matches' | 'differs' | 'unknown';

export interface CheckedField {
  field: 'rfc' | 'legalName' | 'taxSystem' | 'postalCode';
  status: FieldStatus;
  /** The value in the SAT's register, if it differs from the value in the request. */
  registered?: string;
}

/**
 * Compares the tax data of a request with the registered data of the same RFC. Fields that the request
 * does not contain are left out. Without data from the SAT's register, the result of every field is
 * unknown. The name is compared by the rule of CFDI 4.0 (CFDI40145): in upper case, without the
 * capital regime, letter by letter. For a suspended or canceled taxpayer, the RFC field is reported
 * as `differs`.
 */
export function checkTaxId(
  claim: TaxIdClaim,
  profile: TaxProfile | undefined,
  today: CalendarDate,
): CheckedField[] {
  const named = (['legalName', 'taxSystem', 'postalCode'] as const).filter(
    (field) => claim[field] !== undefined,
  );
  if (!profile) return ['rfc' as const, ...named].map((field) => ({ field, status: 'unknown' }));
  const fields: CheckedField[] = [rfcField(profile)];
  const compare = (field: CheckedField['field'], given: string, registered: string[]) => {
    const status =
      registered.length === 0 ? 'unknown' : registered.includes(given) ? 'matches' : 'differs';
    fields.push({
      field,
      status,
      ...(status === 'differs' && { registered: registered.join(', ') }),
    });
  };
  if (claim.legalName !== undefined)
    compare('legalName', plainName(claim.legalName), [plainName(profile.legalName)]);
  if (claim.taxSystem !== undefined)
    compare('taxSystem', claim.taxSystem, regimesInForce(profile, today));
  if (claim.postalCode !== undefined)
    compare('postalCode', claim.postalCode, profile.address ? [profile.address.postalCode] : []);
  return fields;
}

/** Returns the codes of the tax regimes in force today, each code once. */
function regimesInForce({ taxRegimes }: TaxProfile, today: CalendarDate): string[] {
  const inForce = taxRegimes.filter(({ endDate }) => endDate === undefined || endDate >= today);
  return [...new Set(inForce.flatMap(({ code }) => code ?? []))];
}

/**
 * Returns the overall result of the comparison: `mismatch` if a field differs, `unknown` if no
 * field differs but a field is unknown, and `valid` in all other cases.
 */
export function verdictOf(fields: readonly CheckedField[]): 'valid' | 'mismatch' | 'unknown' {
  if (fields.some(({ status }) => status === 'differs')) return 'mismatch';
  return fields.some(({ status }) => status === 'unknown') ? 'unknown' : 'valid';
}

const plainName = (name: string): string => oneLine(name).toUpperCase();

/**
 * Checks whether the register shows the RFC as active. ACTIVO, REACTIVADO and similar words mean active;
 * a missing status also counts as active.
 */
function rfcField({ registryStatus }: TaxProfile): CheckedField {
  const isActive =
    registryStatus === undefined || /^(RE)?ACTIV(AD)?[OA]/.test(foldLetters(registryStatus));
  if (isActive) return { field: 'rfc', status: 'matches' };
  return { field: 'rfc', status: 'differs', registered: registryStatus };
}
