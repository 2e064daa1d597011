import { Decimal } from '@timbre/fiscal';
import type { Employer, Maybe, WorkLocation } from './employee';
import { defaultEmployerSettings, employerChoices } from './employer-settings';
import type { EmployerSettings } from './employer-settings';

/**
 * The calculation choices of an employer as plain values. The default applies to an absent choice.
 */
export type StoredSettings = {
  readonly [Key in keyof EmployerSettings]?:
    (EmployerSettings[Key] extends boolean ? boolean : string) | undefined;
};

/** The data of an employer, from the settings or from a request. */
export interface EmployerFacts extends WorkLocation {
  readonly rfc?: Maybe<string>;
  readonly curp?: Maybe<string>;
  readonly registration?: Maybe<string>;
  readonly settings: StoredSettings;
}

/** The employer choices whose value is a number. */
export const decimalSettings = [
  'vacationPremiumRate',
  'sundayPremiumRate',
  'aguinaldoDays',
] as const;

/** Returns the employer data for a calculation, with the default of each absent choice. */
export function employerOf({ rfc, curp, registration, settings }: EmployerFacts): Employer {
  return { rfc, curp, registration, settings: settingsOf(settings) };
}

function settingsOf(stored: StoredSettings): EmployerSettings {
  const chosen = employerChoices.flatMap(({ key, options }) =>
    (options as readonly string[]).includes(stored[key] ?? '') ? [[key, stored[key]]] : [],
  );
  const decimals = decimalSettings.flatMap((key) => {
    const value = Decimal.parse(stored[key] ?? '');
    return value === undefined ? [] : [[key, value]];
  });
  const provisionalRules = stored.provisionalRules ?? defaultEmployerSettings.provisionalRules;
  const given = Object.fromEntries([...chosen, ...decimals]) as Partial<EmployerSettings>;
  return { ...defaultEmployerSettings, ...given, provisionalRules };
}
