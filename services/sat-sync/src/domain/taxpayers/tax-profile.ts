import {
  requiredCatalog,
  foldLetters,
  type CalendarDate,
  type Issue,
  type PersonKind,
} from '@timbre/fiscal';

export type ObligationPeriodicity =
  'monthly' | 'bimonthly' | 'quarterly' | 'four_monthly' | 'annual' | 'informative' | 'other';

/**
 * The data of a taxpayer in the SAT's register, read from a Constancia or from the page behind its QR
 * code.
 */
export interface TaxProfile {
  rfc: string;
  personKind: PersonKind;
  /** The legal name without the capital regime, as CFDI 4.0 requires it. */
  legalName: string;
  idCif?: string;
  curp?: string;
  capitalRegime?: string;
  tradeName?: string;
  /** The status in the register as printed, such as ACTIVO, REACTIVADO or SUSPENDIDO. */
  registryStatus?: string;
  startedOperationsOn?: CalendarDate;
  statusChangedOn?: CalendarDate;
  email?: string;
  address?: ProfileAddress;
  /** The code of the regime is absent if c_RegimenFiscal has no regime with this name. */
  taxRegimes: { code?: string; name: string; startDate: CalendarDate; endDate?: CalendarDate }[];
  economicActivities: {
    name: string;
    percentage?: number;
    startDate: CalendarDate;
    endDate?: CalendarDate;
  }[];
  obligations: {
    description: string;
    periodicity: ObligationPeriodicity;
    startDate: CalendarDate;
    endDate?: CalendarDate;
  }[];
  /**
   * The date of the Constancia; absent for data from the page behind the QR code, which shows the data of
   * today.
   */
  issuedOn?: CalendarDate;
}

export interface ProfileAddress {
  postalCode: string;
  street?: string;
  exterior?: string;
  interior?: string;
  neighborhood?: string;
  city?: string;
  municipality?: string;
  state?: string;
}

/** A tax profile, or the reasons why the source contains no valid profile. */
export type ReadProfile = { profile: TaxProfile } | { issues: Issue[] };

export const refusedProfile = (code: string, message: string) => ({
  issues: [{ path: [], code, message }],
});

let regimes: Map<string, string> | undefined;

/** Returns the code of the tax regime with this name, with or without "Régimen (de)" before the name. */
export function regimeCodeOf(name: string): string | undefined {
  regimes ??= new Map(
    [...requiredCatalog('c_RegimenFiscal').entries()].map(({ code, description }) => [
      bareRegime(description),
      code,
    ]),
  );
  return regimes.get(bareRegime(name));
}

const bareRegime = (name: string): string =>
  foldLetters(name)
    .replace(/^REGIMEN(DE(LOS|LAS|L)?)?/, '')
    .replace(/^(LOS|LAS)/, '');

/** Returns the periodicity that is stated in the description of a tax obligation. */
export function obligationPeriodicity(description: string): ObligationPeriodicity {
  const word = foldLetters(description);
  if (word.includes('INFORMATIVA')) return 'informative';
  if (word.includes('BIMESTRAL')) return 'bimonthly';
  if (word.includes('CUATRIMESTRAL')) return 'four_monthly';
  if (word.includes('TRIMESTRAL')) return 'quarterly';
  if (word.includes('MENSUAL')) return 'monthly';
  return /DECLARACIONANUAL|DELEJERCICIO/.test(word) ? 'annual' : 'other';
}

/** Copies the fields that contain a non-empty text. */
export function given<T extends Record<string, string | undefined>>(
  fields: T,
): { [K in keyof T]?: string } {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined && value !== ''),
  ) as { [K in keyof T]?: string };
}
