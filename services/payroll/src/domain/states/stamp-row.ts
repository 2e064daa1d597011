import type { Decimal } from '@timbre/fiscal';
import { issueOf } from '../issues/issue';
import type { Issue } from '../issues/issue';
import type { EvaluatedState } from '../receipt';
import { moveRow, placeOf } from './row-moves';
import type { RowStanding } from './row-moves';

/** A row about to be stamped, with the net a person saw. */
export interface ShownRow extends RowStanding {
  readonly net: Decimal;
  /** Of the receiver of the draft, when there is one. */
  readonly rfc?: string | null | undefined;
  readonly taxSystem?: string | null | undefined;
}

/** The same row, calculated again just now. `net` is absent when nothing could be calculated. */
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

/** Whether a row may go to the stamper as it was shown. What nobody has seen is not stamped.
 * @throws StateConflict when the row is not ready. */
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

/** Sends a rejected row again, or asks for attention when its data or its net are no longer those
 * the provider refused. Draft and folio stay unless the receiver's RFC or tax regime changed.
 * @throws StateConflict when the row is not rejected. */
export function restamp(row: ShownRow, recalculated: Recalculated): StampRequest {
  const refusal = refusalOf(row, recalculated);
  moveRow(placeOf(row), refusal === undefined ? 'restamp_accepted' : 'restamp_needs_attention');
  if (refusal !== undefined) return refusal;
  return { state: 'queued', keepDraft: keepsDraft(row, recalculated) };
}

/** The issue of a net that is not the one shown; none when it is the same. */
export function amountsChanged(shown: Decimal, fresh: Decimal | undefined): Issue | undefined {
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
