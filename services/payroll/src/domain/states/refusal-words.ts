import type { RowEvent, RowPlace, RunEvent, RunState } from './states';

/**
 * The texts of the message for a refused transition: the state of the receipt or run, the states
 * that allow the transition, and what the client can do instead.
 */
interface RefusalWords<Place extends string, Event extends string> {
  readonly of: string;
  readonly states: {
    readonly [Name in Place]?: readonly [state: string, alternative: string];
  };
  /**
   * The texts for the events that are refused, for each event that a client can cause. A state
   * event that no client can cause has no refusal text, because its refusal is a bug.
   */
  readonly isFor: { readonly [Name in Event]?: string };
}

const included = 'It can be included if its employee belongs to the run.';
const recalculated = 'only a receipt without a stamp can be recalculated';
const isIncluded = 'only an excluded receipt can be included';
const edited = 'only a receipt that is ready or needs attention can be edited';
const restamped = 'only a rejected receipt can be stamped again';

export const rowWords: RefusalWords<RowPlace, RowEvent> = {
  of: 'This receipt',
  states: {
    ready: ['is ready', 'It can be edited, omitted, or stamped with its run.'],
    needs_attention: ['needs attention', 'It can be edited, omitted, or corrected by its issues.'],
    excluded: ['is excluded', included],
    omitted: ['is excluded', included],
    rejected: ['is rejected', 'It can be stamped again or omitted.'],
    stamped: ['is stamped', 'It can be canceled.'],
    canceled: ['is canceled', 'Its period can be paid by another run.'],
  },
  isFor: {
    evaluated_ready: recalculated,
    evaluated_with_issues: recalculated,
    evaluated_out: recalculated,
    omitted: 'only a receipt that is ready, needs attention or is rejected can be omitted',
    included_ready: isIncluded,
    included_with_issues: isIncluded,
    included_out:
      'its employee does not belong to the run: not employed in its period, not in its roster, or unfit ' +
      'for work all the time without pay',
    edited_ready: edited,
    edited_with_issues: edited,
    edited_out: edited,
    restamp_accepted: restamped,
    restamp_needs_attention: restamped,
    cancellation_asked: 'only a stamped receipt can be canceled',
  },
};

export const runWords: RefusalWords<RunState | 'new', RunEvent> = {
  of: 'This run',
  states: {
    draft: ['is a draft', 'It can be calculated.'],
    stamped: ['is stamped', 'Its receipts can be canceled.'],
    canceled: ['is canceled', 'Its period can be paid by another run.'],
  },
  isFor: {
    calculation_started: 'only a run with receipts left to stamp can be calculated',
    stamp_requested: 'only a run in review or partially stamped can be stamped',
  },
};

/** Returns the refusal message for the client, or a log message if the refusal is a bug. */
export function refusedMove<Place extends string, Event extends string>(
  { of, states, isFor }: RefusalWords<Place, Event>,
  from: Place,
  event: Event,
): string {
  const [state, alternative] = states[from] ?? [];
  const purpose = isFor[event];
  if (state && purpose) return `${of} ${state}; ${purpose}. ${alternative}`;
  return `${of} is ${from}: ${event} is not possible.`;
}
