import type { fiscalCfdi } from '@timbre/contract';
import { notFound, query } from '@timbre/kit';
import { Cfdi, cfdiName } from '../store/cfdi';
import { deliveryList } from '../store/deliveries';
import { cfdiIdOf } from './editable-cfdi';

export const listDeliveries = query(
  async (read, { documentRef, page, state }: fiscalCfdi.ListDeliveriesRequest) => {
    const [cfdi] = await read.find(Cfdi, [cfdiIdOf(documentRef)]);
    if (!cfdi) throw notFound(cfdiName);
    const filters: [string, unknown][] = [['r.document_ref = ?', documentRef]];
    if (state !== undefined) filters.push(['r.state = ?', state]);
    return read.page(deliveryList, page, filters);
  },
);
