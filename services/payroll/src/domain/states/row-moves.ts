import { refusedMove, rowWords } from './refusal-words';
import { StateConflict } from './state-conflict';
import type { RowEvent, RowPlace, RowState } from './states';

type Move = readonly [from: readonly RowPlace[], event: RowEvent, to: RowPlace];

const open = ['ready', 'needs_attention'] as const;

/**
 * The list of all allowed state transitions of a row. Any other state transition of a row is refused as a
 * conflict.
 */
export const rowMoves: readonly Move[] = [
  [['new', ...open, 'excluded'], 'evaluated_ready', 'ready'],
  [['new', ...open, 'excluded'], 'evaluated_with_issues', 'needs_attention'],
  [['new', ...open, 'excluded'], 'evaluated_out', 'excluded'],
  // The amounts of an omitted row are updated, but the row stays omitted until a user includes it.
  [['omitted'], 'evaluated_ready', 'omitted'],
  [['omitted'], 'evaluated_with_issues', 'omitted'],
  [['omitted'], 'evaluated_out', 'omitted'],
  // A rejected row changes its state only if it is stamped again or omitted.
  [['rejected'], 'evaluated_ready', 'rejected'],
  [['rejected'], 'evaluated_with_issues', 'rejected'],
  [['rejected'], 'evaluated_out', 'rejected'],
  [[...open, 'rejected'], 'omitted', 'omitted'],
  [['excluded', 'omitted'], 'included_ready', 'ready'],
  [['excluded', 'omitted'], 'included_with_issues', 'needs_attention'],
  // The row stays excluded if the employee is not employed in the period, is not in the roster, or is unfit
  // for work during the whole period.
  [[], 'included_out', 'excluded'],
  [open, 'edited_ready', 'ready'],
  [open, 'edited_with_issues', 'needs_attention'],
  // An incapacity that covers the whole period excludes the row, because no wage is paid.
  [open, 'edited_out', 'excluded'],
  [['ready'], 'stamp_accepted', 'queued'],
  [['ready'], 'stamp_refused_by_issues', 'needs_attention'],
  [['ready'], 'stamp_refused_by_exclusion', 'excluded'],
  // A row that is already queued becomes ready again if other rows have used up the balance.
  [['ready', 'queued'], 'stamp_refused_by_funds', 'ready'],
  [['rejected'], 'restamp_accepted', 'queued'],
  [['rejected'], 'restamp_needs_attention', 'needs_attention'],
  [['queued'], 'sealed', 'stamping'],
  [['queued'], 'run_stopped', 'ready'],
  [['queued'], 'check_before_sending_failed', 'needs_attention'],
  [['stamping', 'unconfirmed'], 'provider_confirmed', 'stamped'],
  [['stamping'], 'provider_refused', 'rejected'],
  // For an unconfirmed row, these two events both mean that a query found no stamp.
  [['stamping', 'unconfirmed'], 'not_received', 'queued'],
  [['stamping', 'unconfirmed'], 'not_received_last', 'rejected'],
  [['stamping', 'unconfirmed'], 'answer_missing', 'unconfirmed'],
  [[...open, 'rejected'], 'employee_deleted', 'needs_attention'],
  [['stamped'], 'cancellation_asked', 'stamped'],
  [['stamped'], 'cancellation_accepted', 'canceled'],
];

const moveByPlace = new Map(
  rowMoves.flatMap(([from, event, to]) => from.map((place) => [`${place} ${event}`, to] as const)),
);

export interface RowCondition {
  readonly state: RowState;
  readonly omitted: boolean;
  readonly errorCode?: string | null | undefined;
}

export function placeOf(row: RowCondition): RowPlace {
  if (row.state === 'excluded') return row.omitted ? 'omitted' : 'excluded';
  const isUnconfirmed = row.state === 'stamping' && row.errorCode === 'stamp_unconfirmed';
  return isUnconfirmed ? 'unconfirmed' : row.state;
}

/**
 * Returns the place of a row (see `RowPlace`) after an event.
 * @throws StateConflict if `rowMoves` contains no such transition
 */
export function moveRow(from: RowPlace, event: RowEvent): RowPlace {
  const to = moveByPlace.get(`${from} ${event}`);
  if (to !== undefined) return to;
  throw new StateConflict(conflictOf(from), refusedMove(rowWords, from, event));
}

/** Converts a place to its stored form: the state and the flag for a row that a user omitted. */
export function storedState(place: Exclude<RowPlace, 'new'>): {
  state: RowState;
  omitted: boolean;
} {
  if (place === 'omitted') return { state: 'excluded', omitted: true };
  return { state: place === 'unconfirmed' ? 'stamping' : place, omitted: false };
}

function conflictOf(from: RowPlace) {
  if (from === 'unconfirmed') return 'recovery_required';
  return from === 'queued' || from === 'stamping' ? 'operation_in_progress' : 'conflict';
}
