import type { Decimal } from '@timbre/fiscal';
import { issueOf } from '../issues/issue';
import type { Issue } from '../issues/issue';
import type { EvaluatedState } from '../receipt';
import { moveRow, placeOf } from './row-moves';
import type { RowCondition } from './row-moves';

/** A row that a request wants to stamp, with the net amount that a user saw. */
export interface ShownRow extends RowCondition {
  readonly net: Decimal;
  /** The RFC of the receiver in the row's draft; null if the row has no draft. */
  readonly rfc?: string | null | undefined;
  readonly taxSystem?: string | null | undefined;
}

/**
 * The recalculated values of a row that a request wants to stamp. `net` is absent if the row could
 * not be calculated.
 */
export interface Recalculated {
  readonly state: EvaluatedState;
  readonly issues: readonly Issue[];
  readonly net?: Decimal | undefined;
  readonly rfc?: string | null | undefined;
  readonly taxSystem?: string | null | undefined;
}

export type StampRequest =
  | { readonly state: 'queued'; readonly keepDraft: boolean }
  | {
      readonly state: 'needs_attention' | 'excluded';
      readonly issues: readonly Issue[];
      readonly errorCode?: 'amounts_changed';
    };

/**
 * Decides whether a row may be stamped. A row may be stamped only if it has not changed since a user saw
 * it.
 * @throws StateConflict if the row is not ready
 */
export function stampRow(row: ShownRow, recalculated: Recalculated): StampRequest {
  const refusal = refusalOf(row, recalculated);
  if (refusal === undefined) {
    moveRow(placeOf(row), 'stamp_accepted');
    return { state: 'queued', keepDraft: keepsDraft(row, recalculated) };
  }
  if (recalculated.state === 'excluded') {
    moveRow(placeOf(row), 'stamp_refused_by_exclusion');
    return { ...refusal, state: 'excluded' };
  }
  moveRow(placeOf(row), 'stamp_refused_by_issues');
  return refusal;
}

/**
 * Queues a rejected row for stamping again. If the row has new issues or its net has changed since the
 * rejection, the row needs attention instead. The row keeps its draft and folio, except if the receiver's
 * RFC or tax system has changed.
 * @throws StateConflict if the row is not rejected
 */
export function restamp(row: ShownRow, recalculated: Recalculated): StampRequest {
  const refusal = refusalOf(row, recalculated);
  moveRow(placeOf(row), refusal === undefined ? 'restamp_accepted' : 'restamp_needs_attention');
  if (refusal !== undefined) return refusal;
  return { state: 'queued', keepDraft: keepsDraft(row, recalculated) };
}

/**
 * Returns an issue if the net amount differs from the net amount that a user saw.
 * - amounts_changed: the amounts are not those that were shown before; look at them, then stamp again
 */
function amountsChanged(shown: Decimal, fresh: Decimal | undefined): Issue | undefined {
  return fresh !== undefined && fresh.equals(shown) ? undefined : issueOf('amounts_changed');
}

function refusalOf(row: ShownRow, recalculated: Recalculated) {
  if (recalculated.state !== 'ready') {
    return { state: 'needs_attention', issues: recalculated.issues } as const;
  }
  const changed = amountsChanged(row.net, recalculated.net);
  if (changed === undefined) return undefined;
  const issues = [changed];
  return { state: 'needs_attention', issues, errorCode: 'amounts_changed' } as const;
}

function keepsDraft(row: ShownRow, { rfc, taxSystem }: Recalculated): boolean {
  return rfc === row.rfc && taxSystem === row.taxSystem;
}
