import type { Transaction } from '@timbre/kit';
import { replacedUuids } from '../../domain/drafting/related-documents';
import { requestReplaced } from '../../store/cancellations';
import type { Cfdi } from '../../store/cfdi/cfdi';

/**
 * Requests the cancellation, with motive 01, of the documents to which a stamped CFDI relates under
 * relationship 04, if its draft has `cancelReplaced`. The commit that stores the stamp also stores the
 * requests. The cancellation job sends the requests and tracks their outcome.
 */
export async function cancelReplaced(tx: Transaction, { id, input }: Cfdi): Promise<void> {
  if (!input.cancelReplaced) return;
  for (const uuid of replacedUuids(input)) await requestReplaced(tx, id, uuid.toLowerCase());
}
