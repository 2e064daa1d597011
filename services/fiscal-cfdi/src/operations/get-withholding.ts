import type { fiscalCfdi } from '@timbre/contract';
import { query } from '@timbre/kit';
import { withholdingDetail } from '../store/withholdings/withholding-resources';
import { documentIdOf, withholdingKind } from '../workflows/documents/fiscal-kinds';

export const getWithholding = query((read, { documentRef }: fiscalCfdi.GetWithholdingRequest) =>
  read.resource(withholdingDetail, documentIdOf(withholdingKind, documentRef)),
);
