import { foldLetters, hasRfcCheckDigit, Rfc } from '@timbre/fiscal';
import type { CalendarDate } from '@timbre/fiscal';
import { oneLine } from '../reading/labels';
import type { TaxProfile } from './tax-profile';

/** Tax data as given by a client, to be checked. */
export interface TaxIdClaim {
  legalName?: string | undefined;
  taxSystem?: string | undefined;
  postalCode?: string | undefined;
}

/** The facts that follow from the RFC alone, without the register. */
export interface RfcForm {
  kind: 'moral' | 'fisica' | 'generic';
  checkDigitMatches?: boolean;
}

/** @param text an RFC whose form the gateway has checked */
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
  /** The value in the register, for a field that differs. */
  registered?: string;
}

/**
 * Compares a claim with the registry data of its RFC; fields without a claim are left out, and without a
 * profile all fields are unknown. The name is compared as CFDI 4.0 does: in upper case, without the capital
 * regime, letter by letter (CFDI40145). An RFC that is suspended or canceled differs.
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

/** The codes of the regimes that the taxpayer has today, each once. */
function regimesInForce({ taxRegimes }: TaxProfile, today: CalendarDate): string[] {
  const inForce = taxRegimes.filter(({ endDate }) => endDate === undefined || endDate >= today);
  return [...new Set(inForce.flatMap(({ code }) => code ?? []))];
}

/**
 * One different field makes the result `mismatch`; otherwise one unknown field makes it `unknown`.
 */
export function verdictOf(fields: readonly CheckedField[]): 'valid' | 'mismatch' | 'unknown' {
  if (fields.some(({ status }) => status === 'differs')) return 'mismatch';
  return fields.some(({ status }) => status === 'unknown') ? 'unknown' : 'valid';
}

const plainName = (name: string): string => oneLine(name).toUpperCase();

/** ACTIVO, REACTIVADO and their like; a registry that prints no status names a taxpayer. */
function rfcField({ registryStatus }: TaxProfile): CheckedField {
  const isActive =
    registryStatus === undefined || /^(RE)?ACTIV(AD)?[OA]/.test(foldLetters(registryStatus));
  if (isActive) return { field: 'rfc', status: 'matches' };
  return { field: 'rfc', status: 'differs', registered: registryStatus };
}
