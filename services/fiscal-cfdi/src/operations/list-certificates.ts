import type { fiscalCfdi } from '@timbre/contract';
import { query } from '@timbre/kit';
import { certificateList } from '../store/set-up/certificates';

export const listCertificates = query((read, request: fiscalCfdi.ListCertificatesRequest) =>
  read.page(certificateList, request.page, request.kind ? [['r.kind = $1', request.kind]] : []),
);
