/** The states that a payroll row has in the contract. */
export type RowState =
  | 'ready'
  | 'needs_attention'
  | 'excluded'
  | 'queued'
  | 'stamping'
  | 'stamped'
  | 'rejected'
  | 'canceled';

/**
 * The place of a row in `rowMoves`. Places distinguish more cases than stored states: a row that a user
 * excluded (`omitted`), a stamp with an unknown outcome (`unconfirmed`) and a row that is not stored yet
 * (`new`).
 */
export type RowPlace = RowState | 'new' | 'omitted' | 'unconfirmed';

/**
 * The state events that change the place of a row. The caller must check whether the conditions of
 * an event are met.
 */
export type RowEvent =
  | 'evaluated_ready'
  | 'evaluated_with_issues'
  | 'evaluated_out'
  | 'omitted'
  | 'included_ready'
  | 'included_with_issues'
  | 'included_out'
  | 'edited_ready'
  | 'edited_with_issues'
  | 'edited_out'
  | 'stamp_accepted'
  | 'stamp_refused_by_issues'
  | 'stamp_refused_by_exclusion'
  | 'stamp_refused_by_funds'
  | 'restamp_accepted'
  | 'restamp_needs_attention'
  | 'sealed'
  | 'run_stopped'
  | 'check_before_sending_failed'
  | 'provider_confirmed'
  | 'provider_refused'
  | 'not_received'
  | 'not_received_last'
  | 'answer_missing'
  | 'employee_deleted'
  | 'cancellation_asked'
  | 'cancellation_accepted';

/** The states that a payroll run has in the contract. */
export type RunState =
  'draft' | 'calculating' | 'review' | 'stamping' | 'partially_stamped' | 'stamped' | 'canceled';

export type RunEvent =
  | 'created'
  | 'calculation_started'
  | 'calculated_unstamped'
  | 'calculated_stamped_in_part'
  | 'calculation_failed_draft'
  | 'calculation_failed_review'
  | 'calculation_failed_partially_stamped'
  | 'stamp_requested'
  | 'settled_stamped'
  | 'settled_in_part'
  | 'settled_unstamped'
  | 'remaining_omitted'
  | 'row_added'
  | 'canceled_by_person'
  | 'last_stamp_canceled';
