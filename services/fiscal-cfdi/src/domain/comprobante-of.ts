import type { Comprobante } from '@timbre/cfdi';
import type { Draft, Issuance } from './draft';
import type { Profile } from './fiscal-profile';
import { incomeComprobante } from './income';

/**
 * The unsealed document of a draft that breaks no rule (see `draftIssues`), with every amount. The
 * same draft, profile and issuance always give the same document.
 * @throws RangeError when the draft breaks a rule that makes it impossible to compute
 */
export function comprobanteOf(draft: Draft, profile: Profile, issuance: Issuance): Comprobante {
  if (draft.kind !== 'income') throw new RangeError(`no document of kind ${draft.kind} yet`);
  return incomeComprobante(draft, profile, issuance);
}
