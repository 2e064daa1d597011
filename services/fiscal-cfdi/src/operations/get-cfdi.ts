import type { fiscalCfdi } from '@timbre/contract';
import { query } from '@timbre/kit';
import { cfdiDetail } from '../store/cfdi-resources';
import { cfdiKind, documentIdOf } from './fiscal-kinds';

export const getCfdi = query(async (read, { documentRef }: fiscalCfdi.GetCfdiRequest) =>
  read.resource(cfdiDetail, documentIdOf(cfdiKind, documentRef)),
);
