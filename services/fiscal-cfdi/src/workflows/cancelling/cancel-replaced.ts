import type { Transaction } from '@timbre/kit';
import { replacedUuids } from '../../domain/drafting/related-documents';
import { requestReplaced } from '../../store/cancellations';
import type { Cfdi } from '../../store/cfdi/cfdi';

/**
 * Requests the cancellation, with motive 01, of the documents that a stamped CFDI names under relationship
 * 04, if its draft has `cancelReplaced`. The requests are stored in the same commit as the stamp. The
 * cancellation job sends the requests and follows them.
 */
export async function cancelReplaced(tx: Transaction, { id, input }: Cfdi): Promise<void> {
  if (!input.cancelReplaced) return;
  for (const uuid of replacedUuids(input)) await requestReplaced(tx, id, uuid.toLowerCase());
}
