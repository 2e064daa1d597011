import type { fiscalCfdi } from '@timbre/contract';
import { query } from '@timbre/kit';
import { Cfdi, cfdiName } from '../store/cfdi/cfdi';
import { cfdiHistoryList } from '../store/cfdi-history';
import { cfdiKind, documentIdOf } from '../workflows/documents/fiscal-kinds';

export const listCfdiEvents = query(
  async (read, { documentRef, page }: fiscalCfdi.ListCfdiEventsRequest) => {
    const id = documentIdOf(cfdiKind, documentRef);
    await read.get(Cfdi, id, cfdiName);
    return read.page(cfdiHistoryList, page, [['r.cfdi_id = $1::uuid', id]]);
  },
);
