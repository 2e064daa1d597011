import type { Issue } from '../issues/issue';
import type { EvaluatedState } from '../receipt';
import { moveRow, placeOf, storedState } from './row-moves';
import type { RowCondition } from './row-moves';
import type { RowPlace, RowState } from './states';

/** The values that a state transition writes to the row. */
export interface RowMove {
  readonly state: RowState;
  readonly omitted: boolean;
}
interface Evaluation {
  readonly state: EvaluatedState;
  readonly issues: readonly Issue[];
}

const evaluationEvents = {
  ready: 'evaluated_ready',
  needs_attention: 'evaluated_with_issues',
  excluded: 'evaluated_out',
} as const;

const inclusionEvents = {
  ready: 'included_ready',
  needs_attention: 'included_with_issues',
  excluded: 'included_out',
} as const;

/**
 * Returns the state of a row after a new evaluation. For a new row, the parameter `row` is undefined.
 * @throws StateConflict if the row is in state stamping or stamped
 */
export function evaluateRow(row: RowCondition | undefined, { state }: Evaluation): RowMove {
  return moved(row === undefined ? 'new' : placeOf(row), evaluationEvents[state]);
}

/**
 * Omits the receipt from the payroll run. The draft of a rejected row is deleted, and its folio is not
 * used again.
 */
export function omitRow(row: RowCondition): RowMove & { readonly dropsDraft: boolean } {
  return { ...moved(placeOf(row), 'omitted'), dropsDraft: row.state === 'rejected' };
}

/**
 * Includes a receipt in the run again, after its recalculation.
 * @throws StateConflict if the employee cannot be part of the run
 */
export function includeRow(row: RowCondition, { state }: Evaluation): RowMove {
  return moved(placeOf(row), inclusionEvents[state]);
}

const editEvents = {
  ready: 'edited_ready',
  needs_attention: 'edited_with_issues',
  excluded: 'edited_out',
} as const;

/**
 * Applies manual lines or incidents, or changes a manual row back to a calculated row. If incapacities
 * excluded the row, a change of the incidents can include the row again. Manual lines never include
 * an excluded row again, because they are not checked against the roster.
 */
export function editRow(
  row: RowCondition,
  evaluation: Evaluation & { readonly source: 'calculated' | 'manual' },
): RowMove {
  const place = placeOf(row);
  if (place === 'excluded' && evaluation.source === 'calculated')
    return evaluateRow(row, evaluation);
  return moved(place, editEvents[evaluation.state]);
}

export function deleteEmployeeOfRow(row: RowCondition): RowMove {
  return moved(placeOf(row), 'employee_deleted');
}

function moved(from: RowPlace, event: Parameters<typeof moveRow>[1]): RowMove {
  const to = moveRow(from, event);
  if (to === 'new') throw new Error('no move leads back to new');
  return storedState(to);
}
