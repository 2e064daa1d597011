import type { fiscalCfdi } from '@timbre/contract';
import { query } from '@timbre/kit';
import { certificateResource } from '../store/set-up/certificates';

export const getCertificate = query((read, request: fiscalCfdi.GetCertificateRequest) =>
  read.resource(certificateResource, request.certificateId),
);
