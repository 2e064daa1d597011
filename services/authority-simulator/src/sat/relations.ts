import type { Stamp } from '../store/stamps';
import { currentCancellation, isCanceled, type CancellationDesk } from './cancellation';

/**
 * The valid documents that are related to a document. The document relates to its `parents`, and its
 * `children` relate to the document.
 */
export interface Relatives {
  readonly parents: readonly Stamp[];
  readonly children: readonly Stamp[];
}

export function relativesOf(desk: CancellationDesk, uuid: string): Relatives {
  const stamp = desk.stamps.byUuid(uuid);
  const live = (uuids: readonly string[]) =>
    [...new Set(uuids)]
      .map((related) => desk.stamps.byUuid(related))
      .filter((related) => related !== undefined)
      .filter((related) => !isCanceled(desk, related.uuid));
  return {
    parents: live(stamp?.document.relations.map((relation) => relation.uuid) ?? []),
    children: live(desk.stamps.relating(uuid).map((relation) => relation.uuid)),
  };
}

/**
 * Returns the UUIDs of the documents whose cancellation waits for this receiver's answer (in its buzón
 * tributario).
 */
export function pendingFor(desk: CancellationDesk, receiverRfc: string): string[] {
  return desk.cancellations
    .inProcessFor(receiverRfc)
    .filter((uuid) => currentCancellation(desk, uuid)?.state === 'in_process');
}
