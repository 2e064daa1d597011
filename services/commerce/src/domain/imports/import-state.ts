import type { importState } from '@timbre/api';

export type ImportState = (typeof importState.options)[number];

type Move = readonly [from: readonly ImportState[], event: ImportEvent, to: ImportState];

type ImportEvent =
  | 'read' | 'read_failed' | 'commit_requested' | 'canceled' | 'expired' | 'written' | 'write_failed'; // prettier-ignore

/** All allowed state transitions of an import. Every other transition is rejected as a conflict. */
const importMoves: readonly Move[] = [
  [['parsing'], 'read', 'preview'],
  [['parsing'], 'read_failed', 'failed'],
  [['preview'], 'commit_requested', 'committing'],
  [['preview'], 'canceled', 'canceled'],
  [['preview'], 'expired', 'expired'],
  [['committing'], 'written', 'done'],
  // After a cancellation, rows that were already written are kept.
  [['committing'], 'canceled', 'done'],
  [['committing'], 'write_failed', 'failed'],
];

/** Returns the state after an event; undefined if the transition is not allowed. */
export const moveImport = (from: ImportState, event: ImportEvent): ImportState | undefined =>
  importMoves.find(([states, on]) => on === event && states.includes(from))?.[2];
