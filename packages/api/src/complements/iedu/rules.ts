import type { Issue } from '@timbre/fiscal';
import type { ComplementedDraft, ComplementedItem } from '../complement';

/** c_UsoCFDI: deductible tuition. */
const tuition = 'D10';
/**
 * The product keys (c_ClaveProdServ) of schools up to bachillerato. Universities are not included, because
 * their tuition is not deductible.
 */
const schoolKey = /^86121[56]\d\d$/;

/**
 * Warns of a probable mistake: tuition without this complement.
 *
 * - complement_missing: a document with this product code or CFDI use usually has a complement, but the draft
 *   has none
 */
export function warnings(
  value: unknown,
  { kind, cfdiUse }: ComplementedDraft,
  { satProductCode }: ComplementedItem,
): Issue[] {
  if (value || kind !== 'income') return [];
  if (cfdiUse !== tuition && !schoolKey.test(satProductCode)) return [];
  const message =
    'Tuition without this complement is not deductible; add `iedu` with the pupil if the school is private.';
  return [{ path: [], code: 'complement_missing', message }];
}
