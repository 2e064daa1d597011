/**
 * The stage of a document on its way to the stamp. Clients see `stamped` as status `valid`, and every other
 * stage as `draft`.
 */
export type Stage = 'draft' | 'stamping' | 'unknown' | 'rejected' | 'stamped';

export type StageTrigger = 'seal' | 'lose' | 'stamp' | 'reject' | 'edit' | 'release';

/**
 * Each row has a stage, a trigger and the next stage. A rejected document keeps its folio and can
 * be corrected and sealed again.
 */
const transitions: readonly (readonly [Stage, StageTrigger, Stage])[] = [
  ['draft', 'seal', 'stamping'],
  ['rejected', 'seal', 'stamping'],
  ['stamping', 'stamp', 'stamped'],
  ['stamping', 'reject', 'rejected'],
  ['stamping', 'lose', 'unknown'],
  ['unknown', 'stamp', 'stamped'],
  ['unknown', 'reject', 'rejected'],
  // The document certainly has no stamp: nothing was sent, or the PAC does not have the document.
  ['stamping', 'release', 'draft'],
  ['unknown', 'release', 'draft'],
  ['unknown', 'lose', 'unknown'],
  ['draft', 'edit', 'draft'],
  ['rejected', 'edit', 'draft'],
];

/** Returns the next stage; undefined if `transitions` has no such transition. */
export function nextStage(from: Stage, trigger: StageTrigger): Stage | undefined {
  return transitions.find(([stage, by]) => stage === from && by === trigger)?.[2];
}
