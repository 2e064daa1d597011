/**
 * A stage is the progress of a document from draft to stamp. Clients see the stage `stamped` as status
 * `valid`, and every other stage as `draft`.
 */
export type Stage = 'draft' | 'stamping' | 'unknown' | 'rejected' | 'stamped';

export type StageTrigger = 'seal' | 'lose' | 'stamp' | 'reject' | 'edit' | 'release' | 'recover';

/**
 * Each row contains a stage, a trigger and the next stage. A rejected document keeps its folio and can be
 * corrected and sealed again.
 */
const transitions: readonly (readonly [Stage, StageTrigger, Stage])[] = [
  ['draft', 'seal', 'stamping'],
  ['rejected', 'seal', 'stamping'],
  ['stamping', 'stamp', 'stamped'],
  ['stamping', 'reject', 'rejected'],
  ['stamping', 'lose', 'unknown'],
  ['unknown', 'stamp', 'stamped'],
  ['unknown', 'reject', 'rejected'],
  // The document certainly has no stamp, because it was not sent or the PAC does not have it.
  ['stamping', 'release', 'draft'],
  ['unknown', 'release', 'draft'],
  ['unknown', 'lose', 'unknown'],
  ['draft', 'edit', 'draft'],
  ['rejected', 'edit', 'draft'],
  // The draft was stamped after the point to which the database was restored.
  ['draft', 'recover', 'stamped'],
  ['rejected', 'recover', 'stamped'],
];

/** Returns the next stage of a document; undefined if `transitions` does not allow the transition. */
export function nextStage(from: Stage, trigger: StageTrigger): Stage | undefined {
  return transitions.find(([stage, by]) => stage === from && by === trigger)?.[2];
}
