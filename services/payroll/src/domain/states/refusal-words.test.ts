import { refusedMove, rowWords, runWords } from './refusal-words';
import { moveRow, rowMoves } from './row-moves';
import type { RowEvent, RunEvent } from './states';
import { moveRun, runMoves } from './run-moves';
import { StateConflict } from './state-conflict';

/** Returns the message with which a transition is refused. */
function said(move: () => unknown): string[] {
  try {
    move();
  } catch (error) {
    if (error instanceof StateConflict) return error.code === 'conflict' ? [error.message] : [];
    throw error;
  }
  return [];
}

/** Returns all states or places that are the target of a transition. */
const placesIn = <Place extends string>(moves: readonly (readonly [unknown, unknown, Place])[]) => [
  ...new Set(moves.map(([, , to]) => to)),
];

test('the message of a refusal that a client can cause has two sentences and no internal names', () => {
  const ofRows = (Object.keys(rowWords.isFor) as RowEvent[]).flatMap((event) =>
    placesIn(rowMoves).flatMap((place) => said(() => moveRow(place, event))),
  );
  const ofRuns = (Object.keys(runWords.isFor) as RunEvent[]).flatMap((event) =>
    placesIn(runMoves).flatMap((state) => said(() => moveRun(state, event))),
  );
  expect([ofRows.length, ofRuns.length]).toEqual([60, 5]);
  for (const message of [...ofRows, ...ofRuns])
    expect(message).toMatch(/^This (receipt|run) [a-z ]+; [a-z ,:]+[.] It[a-z ,]+[.]$/);
});

test('a refused transition that no client can cause is reported as a bug', () => {
  const words = refusedMove(rowWords, 'ready', 'sealed');
  expect(words).toBe('This receipt is ready: sealed is not possible.');
});
