import type { fiscalCfdi } from '@timbre/contract';
import { query } from '@timbre/kit';
import { cfdiDetail } from '../store/cfdi/cfdi-resources';
import { cfdiKind, documentIdOf } from '../workflows/documents/fiscal-kinds';

export const getCfdi = query(async (read, { documentRef }: fiscalCfdi.GetCfdiRequest) =>
  read.resource(cfdiDetail, documentIdOf(cfdiKind, documentRef)),
);
