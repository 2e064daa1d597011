import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { moveRow, rowMoves, storedState } from './row-moves';
import type { RowEvent, RowPlace, RunEvent, RunState } from './states';
import { moveRun, runMoves } from './run-moves';
import { StateConflict } from './state-conflict';

// The expected tables repeat the transitions of the source code, so that an accidental change of a
// transition fails this test.

const refusals: Record<string, string> = {
  '-': 'conflict',
  '~': 'operation_in_progress',
  '?': 'recovery_required',
};

const rowPlaces: Record<string, RowPlace> = {
  ...({ N: 'new', R: 'ready', A: 'needs_attention', E: 'excluded', O: 'omitted' } as const),
  ...({ Q: 'queued', P: 'stamping', U: 'unconfirmed', S: 'stamped' } as const),
  ...({ J: 'rejected', C: 'canceled' } as const),
};

const rowTable = `
                            N R A E O Q P U S J C
evaluated_ready             R R R R O ~ ~ ? - J -
evaluated_with_issues       A A A A O ~ ~ ? - J -
evaluated_out               E E E E O ~ ~ ? - J -
omitted                     - O O - - ~ ~ ? - O -
included_ready              - - - R R ~ ~ ? - - -
included_with_issues        - - - A A ~ ~ ? - - -
included_out                - - - - - ~ ~ ? - - -
edited_ready                - R R - - ~ ~ ? - - -
edited_with_issues          - A A - - ~ ~ ? - - -
edited_out                  - E E - - ~ ~ ? - - -
stamp_accepted              - Q - - - ~ ~ ? - - -
stamp_refused_by_issues     - A - - - ~ ~ ? - - -
stamp_refused_by_exclusion  - E - - - ~ ~ ? - - -
stamp_refused_by_funds      - R - - - R ~ ? - - -
restamp_accepted            - - - - - ~ ~ ? - Q -
restamp_needs_attention     - - - - - ~ ~ ? - A -
sealed                      - - - - - P ~ ? - - -
run_stopped                 - - - - - R ~ ? - - -
check_before_sending_failed - - - - - A ~ ? - - -
provider_confirmed          - - - - - ~ S S - - -
provider_refused            - - - - - ~ J ? - - -
not_received                - - - - - ~ Q Q - - -
not_received_last           - - - - - ~ J J - - -
answer_missing              - - - - - ~ U U - - -
employee_deleted            - A A - - ~ ~ ? - A -
cancellation_asked          - - - - - ~ ~ ? S - -
cancellation_accepted       - - - - - ~ ~ ? C - -
`;

const runStates: Record<string, RunState | 'new'> = {
  ...({ N: 'new', D: 'draft', W: 'calculating', R: 'review', P: 'stamping' } as const),
  ...({ H: 'partially_stamped', S: 'stamped', C: 'canceled' } as const),
};

const runTable = `
                                     N D R W P H S C
created                              D - - ~ ~ - - -
calculation_started                  - W W ~ ~ W - -
calculated_unstamped                 - - - R ~ - - -
calculated_stamped_in_part           - - - H ~ - - -
calculation_failed_draft             - - - D ~ - - -
calculation_failed_review            - - - R ~ - - -
calculation_failed_partially_stamped - - - H ~ - - -
stamp_requested                      - - P ~ ~ P - -
settled_stamped                      - - - ~ S - - -
settled_in_part                      - - - ~ H - - -
settled_unstamped                    - - - ~ R - - -
remaining_omitted                    - - - ~ ~ S - -
row_added                            - - - ~ ~ - H -
canceled_by_person                   - C C ~ ~ - - -
last_stamp_canceled                  - - - ~ ~ C C -
`;

/**
 * Returns the cells of a transition table: the place, the event, and the new place or the refusal.
 */
function cellsOf<Place extends string>(table: string, places: Record<string, Place>) {
  const [head = [], ...rows] = table
    .trim()
    .split('\n')
    .map((row) => row.trim().split(/ +/));
  return rows.flatMap(([event = '', ...cells]) => {
    expect([event, cells.length]).toEqual([event, head.length]);
    return cells.map((cell, index) => ({
      from: places[head[index] ?? '']!,
      event,
      outcome: refusals[cell] ?? places[cell],
    }));
  });
}

function outcomeOf(move: () => string): string {
  try {
    return move();
  } catch (error) {
    if (error instanceof StateConflict) return error.code;
    throw error;
  }
}

const eventsOf = (moves: readonly (readonly [unknown, string, unknown])[]) =>
  [...new Set(moves.map(([, event]) => event))].sort();

test('a row accepts exactly the transitions in the expected table', () => {
  const cells = cellsOf(rowTable, rowPlaces);
  for (const { from, event, outcome } of cells) {
    const got = outcomeOf(() => moveRow(from, event as RowEvent));
    expect({ from, event, outcome: got }).toEqual({ from, event, outcome });
  }
  expect([...new Set(cells.map((cell) => cell.event))].sort()).toEqual(eventsOf(rowMoves));
});

test('a run accepts exactly the transitions in the expected table', () => {
  const cells = cellsOf(runTable, runStates);
  for (const { from, event, outcome } of cells) {
    const got = outcomeOf(() => moveRun(from, event as RunEvent));
    expect({ from, event, outcome: got }).toEqual({ from, event, outcome });
  }
  expect([...new Set(cells.map((cell) => cell.event))].sort()).toEqual(eventsOf(runMoves));
});

const facts = join(__dirname, '../../../../../../shared/facts/payroll-rules.md');
const whenShared = existsSync(facts) ? test : test.skip;

/**
 * The states in which a calculation can begin; the run returns to the same state if the calculation
 * fails.
 */
const calculable = ['draft', 'review', 'partially_stamped'];

/** Returns the transitions between states that a section of the specification lists. */
function pairsOf(section: number, states: RegExp): string[] {
  const [, text = ''] = readFileSync(facts, 'utf8').split(`\n## ${section}. `);
  const table = text
    .split('\n## ')[0]!
    .split('\n')
    .filter((line) => line.startsWith('| '));
  const pairs = table.slice(1).flatMap((line) => {
    const [, from = '', , , to = ''] = line.split('|');
    // In the specification, "needs_attention that was rejected" is one place.
    const sources = from.replace(/that was.*/, '').match(states) ?? [];
    const targets = to.includes('the state before') ? calculable : (to.match(states) ?? []);
    return sources.flatMap((source) => targets.map((target) => `${source} ${target}`));
  });
  return [...new Set(pairs)].sort();
}

whenShared('rows move between the states that section 13 of the facts pairs', () => {
  const states =
    /\b(new|ready|needs_attention|excluded|queued|stamping|stamped|rejected|canceled)\b/g;
  const stateOf = (place: RowPlace) => (place === 'new' ? 'new' : storedState(place).state);
  const ours = rowMoves.flatMap(([from, , to]) =>
    from.map((place) => `${stateOf(place)} ${stateOf(to)}`),
  );
  expect([...new Set(ours)].sort()).toEqual(pairsOf(13, states));
});

whenShared('runs move between the states that section 14 of the facts pairs', () => {
  const states = /\b(new|draft|calculating|review|stamping|partially_stamped|stamped|canceled)\b/g;
  const ours = runMoves.flatMap(([from, , to]) => from.map((state) => `${state} ${to}`));
  expect([...new Set(ours)].sort()).toEqual(pairsOf(14, states));
});
