import { rowReader, type RowReader } from './catalogs';
import type { CalendarDate } from './calendar-date';
import type { PersonKind } from './rfc';

/** A row of c_RegimenFiscal. */
export interface TaxRegime {
  code: string;
  description: string;
  persons: readonly PersonKind[];
}

/** A row of c_UsoCFDI. */
export interface CfdiUse {
  code: string;
  description: string;
  persons: readonly PersonKind[];
  /** The receivers' tax regimes for which the use is allowed. */
  receiverRegimes: readonly string[];
}

export const taxRegime: RowReader<TaxRegime> = rowReader(
  'c_RegimenFiscal',
  ({ code, description, attributes }) => ({ code, description, persons: personsOf(attributes) }),
);

export const cfdiUse: RowReader<CfdiUse> = rowReader(
  'c_UsoCFDI',
  ({ code, description, attributes }) => ({
    code,
    description,
    persons: personsOf(attributes),
    receiverRegimes: (attributes.receiverRegimes ?? '').split(' '),
  }),
);

/**
 * Whether the tax regime is allowed for the kind of person (CFDI40141, CFDI40158); false for an unknown
 * regime. `isActive` checks the dates.
 */
export function isRegimeAllowed(
  regime: string,
  person: PersonKind,
  onDate: CalendarDate | 'latest',
): boolean {
  return taxRegime(regime, onDate)?.persons.includes(person) ?? false;
}

/** Whether a receiver of this kind and with this tax regime may use the CFDI use (CFDI40161). */
export function isUseAllowed(
  use: string,
  regime: string,
  person: PersonKind,
  onDate: CalendarDate | 'latest',
): boolean {
  const row = cfdiUse(use, onDate);
  if (row === undefined) return false;
  return row.persons.includes(person) && row.receiverRegimes.includes(regime);
}

function personsOf(attributes: Readonly<Record<string, string>>): PersonKind[] {
  return (['fisica', 'moral'] as const).filter((person) => attributes[person] === '1');
}
