import type { fiscalCfdi } from '@timbre/contract';
import { query } from '@timbre/kit';
import { deliveryList } from '../store/files/deliveries';
import { namedDocument } from '../workflows/documents/fiscal-kinds';

export const listDeliveries = query(
  async (read, { documentRef, page, state }: fiscalCfdi.ListDeliveriesRequest) => {
    const { kind, id } = namedDocument(documentRef);
    await read.get(kind.entity, id, kind.name);
    const filters: [string, unknown][] = [['r.document_ref = $1', documentRef]];
    if (state !== undefined) filters.push(['r.state = $1', state]);
    return read.page(deliveryList, page, filters);
  },
);
