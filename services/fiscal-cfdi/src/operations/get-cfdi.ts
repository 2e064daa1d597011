import type { fiscalCfdi } from '@timbre/contract';
import { query } from '@timbre/kit';
import { cfdiDetail } from '../store/cfdi-resources';
import { cfdiIdOf } from './editable-cfdi';

export const getCfdi = query(async (read, { documentRef }: fiscalCfdi.GetCfdiRequest) =>
  read.resource(cfdiDetail, cfdiIdOf(documentRef)),
);
