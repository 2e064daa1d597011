import { nextStage, type Stage } from '../stamping/stage';

/** The reason why a document cannot be changed or deleted. */
export type NotEditable = { reason: 'not_a_draft' | 'stamping_in_progress'; message: string };

/**
 * Returns the reason why a document cannot be changed; undefined if it can. A draft can be changed
 * until its stamping begins; a rejected draft can be changed again.
 * - not_a_draft: the document is not a draft
 * - stamping_in_progress: the document is being stamped; read it again when the outcome is known
 */
export function refusedEdit(
  document: { status: 'draft' | 'valid' | 'canceled'; stage: Stage },
  name: string,
): NotEditable | undefined {
  if (document.status !== 'draft') {
    return { reason: 'not_a_draft', message: `This ${name} is ${document.status}, not a draft.` };
  }
  if (nextStage(document.stage, 'edit')) return undefined;
  const message = `This ${name} is being stamped; load it again when the outcome is known.`;
  return { reason: 'stamping_in_progress', message };
}
