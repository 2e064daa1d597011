import { refusedMove, runWords } from './refusal-words';
import { StateConflict } from './state-conflict';
import type { RowState, RunEvent, RunState } from './states';

type Move = readonly [from: readonly (RunState | 'new')[], event: RunEvent, to: RunState];

/**
 * The list of all allowed state transitions of a run. Any other state transition of a run is refused as a
 * conflict.
 */
export const runMoves: readonly Move[] = [
  [['new'], 'created', 'draft'],
  [['draft', 'review', 'partially_stamped'], 'calculation_started', 'calculating'],
  [['calculating'], 'calculated_unstamped', 'review'],
  [['calculating'], 'calculated_stamped_in_part', 'partially_stamped'],
  // If the calculation fails because of an internal error, the run returns to its previous state.
  [['calculating'], 'calculation_failed_draft', 'draft'],
  [['calculating'], 'calculation_failed_review', 'review'],
  [['calculating'], 'calculation_failed_partially_stamped', 'partially_stamped'],
  [['review', 'partially_stamped'], 'stamp_requested', 'stamping'],
  [['stamping'], 'settled_stamped', 'stamped'],
  [['stamping'], 'settled_in_part', 'partially_stamped'],
  [['stamping'], 'settled_unstamped', 'review'],
  [['partially_stamped'], 'remaining_omitted', 'stamped'],
  [['stamped'], 'row_added', 'partially_stamped'],
  [['draft', 'review'], 'canceled_by_person', 'canceled'],
  [['stamped', 'partially_stamped'], 'last_stamp_canceled', 'canceled'],
];

const moveByState = new Map(
  runMoves.flatMap(([from, event, to]) => from.map((state) => [`${state} ${event}`, to] as const)),
);

/**
 * Returns the state of a run after an event.
 * @throws StateConflict if `runMoves` contains no such transition
 */
export function moveRun(from: RunState | 'new', event: RunEvent): RunState {
  const to = moveByState.get(`${from} ${event}`);
  if (to !== undefined) return to;
  const isBusy = from === 'calculating' || from === 'stamping';
  const code = isBusy ? 'operation_in_progress' : 'conflict';
  throw new StateConflict(code, refusedMove(runWords, from, event));
}

/**
 * The number of rows that a run has in each state. A state is absent if the run has no row in this
 * state.
 */
export type RowCounts = { readonly [State in RowState]?: number };

/** Returns the event that ends the stamping of a run, or undefined if a row is still being stamped. */
export function settledEventOf(rows: RowCounts): RunEvent | undefined {
  if (count(rows, 'queued', 'stamping') > 0) return undefined;
  if (count(rows, 'stamped') === 0) return 'settled_unstamped';
  return hasOpenRows(rows) ? 'settled_in_part' : 'settled_stamped';
}

export function calculatedEventOf(rows: RowCounts): RunEvent {
  return count(rows, 'stamped') > 0 ? 'calculated_stamped_in_part' : 'calculated_unstamped';
}

/**
 * Returns the run event to apply after rows were omitted, added or canceled while no row of the run
 * was being stamped.
 */
export function changedRowsEventOf(state: RunState, rows: RowCounts): RunEvent | undefined {
  if (state === 'stamped' && hasOpenRows(rows)) return 'row_added';
  if (state !== 'stamped' && state !== 'partially_stamped') return undefined;
  if (hasOpenRows(rows)) return undefined;
  if (count(rows, 'stamped') === 0) return 'last_stamp_canceled';
  return state === 'partially_stamped' ? 'remaining_omitted' : undefined;
}

/** Whether the dates of a run may change, which is possible only before anything is stamped. */
export function mayChangeDates(state: RunState): boolean {
  return state === 'draft' || state === 'review';
}

/**
 * Whether a run may be deleted. A run may be deleted only if no row is stamped or may still become
 * stamped.
 */
export function mayDelete(state: RunState, rows: RowCounts): boolean {
  const isIdle = state === 'draft' || state === 'review' || state === 'canceled';
  return isIdle && count(rows, 'queued', 'stamping', 'stamped', 'canceled') === 0;
}

function hasOpenRows(rows: RowCounts): boolean {
  return count(rows, 'ready', 'needs_attention', 'rejected') > 0;
}

function count(rows: RowCounts, ...states: RowState[]): number {
  return states.reduce((total, state) => total + (rows[state] ?? 0), 0);
}
