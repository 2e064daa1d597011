import type { fiscalCfdi } from '@timbre/contract';
import { parseDocumentRef } from '@timbre/fiscal';
import { query, type Reader } from '@timbre/kit';
import { deliveryList } from '../store/files/deliveries';
import { namedDocument } from '../workflows/documents/fiscal-kinds';

export const listDeliveries = query(
  async (read, { documentRef, page, state }: fiscalCfdi.ListDeliveriesRequest) => {
    await requireDocument(read, documentRef);
    const filters: [string, unknown][] = [['r.document_ref = $1', documentRef]];
    if (state !== undefined) filters.push(['r.state = $1', state]);
    return read.page(deliveryList, page, filters);
  },
);

/**
 * Checks that a document with this reference exists. For a quote, the service that owns quotes has already
 * checked that the quote exists.
 */
async function requireDocument(read: Reader, documentRef: string): Promise<void> {
  if (parseDocumentRef(documentRef)?.prefix === 'quote') return;
  const { kind, id } = namedDocument(documentRef);
  await read.get(kind.entity, id, kind.name);
}
