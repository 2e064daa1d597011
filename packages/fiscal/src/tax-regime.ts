import { rowReader } from './catalogs';
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
  /** Receiver regimes that allow this use. */
  receiverRegimes: readonly string[];
}

export const taxRegime: (code: string) => TaxRegime | undefined = rowReader(
  'c_RegimenFiscal',
  ({ code, description, attributes }) => ({ code, description, persons: personsOf(attributes) }),
);

export const cfdiUse: (code: string) => CfdiUse | undefined = rowReader(
  'c_UsoCFDI',
  ({ code, description, attributes }) => ({
    code,
    description,
    persons: personsOf(attributes),
    receiverRegimes: (attributes.receiverRegimes ?? '').split(' '),
  }),
);

/** Whether the regime is open to the kind of person (CFDI40141, CFDI40158); false for an unknown
 * regime. `isActive` checks the dates. */
export function isRegimeAllowed(regime: string, person: PersonKind): boolean {
  return taxRegime(regime)?.persons.includes(person) ?? false;
}

/** Whether a receiver of this kind and regime may use the invoice so (CFDI40161). */
export function isUseAllowed(use: string, regime: string, person: PersonKind): boolean {
  const row = cfdiUse(use);
  if (row === undefined) return false;
  return row.persons.includes(person) && row.receiverRegimes.includes(regime);
}

function personsOf(attributes: Readonly<Record<string, string>>): PersonKind[] {
  return (['fisica', 'moral'] as const).filter((person) => attributes[person] === '1');
}
