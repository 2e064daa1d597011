import type { satSync } from '@timbre/contract';
import { parseDocumentRef } from '@timbre/fiscal';
import { query } from '@timbre/kit';
import { opinionResource } from '../store/compliance-opinions';

export const getComplianceOpinion = query(
  (read, { documentRef }: satSync.GetComplianceOpinionRequest) => {
    const id = parseDocumentRef(documentRef, 'tax_compliance_opinion')?.id ?? '';
    return read.resource(opinionResource, id);
  },
);
