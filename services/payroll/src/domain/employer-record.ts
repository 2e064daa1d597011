import { Decimal } from '@timbre/fiscal';
import type { Employer, Maybe, WorkLocation } from './employee';
import { defaultEmployerSettings, employerChoices } from './employer-settings';
import type { EmployerSettings } from './employer-settings';

/** The choices an employer made, as plain values; what is absent has its default. */
export type StoredSettings = { readonly [Key in keyof EmployerSettings]?: string | undefined };

/** What is known of an employer, wherever it comes from. */
export interface EmployerFacts extends WorkLocation {
  readonly rfc?: Maybe<string>;
  readonly curp?: Maybe<string>;
  readonly registration?: Maybe<string>;
  readonly settings: StoredSettings;
}

/** The choices that are numbers. */
export const decimalSettings = [
  'vacationPremiumRate',
  'sundayPremiumRate',
  'aguinaldoDays',
] as const;

/** The employer a calculation reads: defaults where no choice was made. */
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
  return { ...defaultEmployerSettings, ...Object.fromEntries([...chosen, ...decimals]) };
}
