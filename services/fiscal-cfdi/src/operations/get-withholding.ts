import type { fiscalCfdi } from '@timbre/contract';
import { query } from '@timbre/kit';
import { withholdingDetail } from '../store/withholding-resources';
import { documentIdOf, withholdingKind } from './fiscal-kinds';

export const getWithholding = query((read, { documentRef }: fiscalCfdi.GetWithholdingRequest) =>
  read.resource(withholdingDetail, documentIdOf(withholdingKind, documentRef)),
);
