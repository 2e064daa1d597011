import { documentsDownload, downloadInput } from '@timbre/api';
import { operation } from '../operation';

export const downloadDocuments = operation({
  id: 'downloadDocuments',
  area: 'files',
  method: 'POST',
  path: '/v1/documents/downloads',
  summary: 'Prepare many documents as one ZIP',
  description: 'Up to 500 documents and 50 MB; getDocumentsDownload shows when it is ready.',
  permissions: ['files:read'],
  environments: 'both',
  isIdempotent: true,
  success: 202,
  rateClass: 'export',
  body: downloadInput,
  response: documentsDownload,
  errors: ['not_found'],
  call: async ({ services }, { body }, context) =>
    (await services.fiscalCfdi.downloadDocuments(body, context)).body,
});
