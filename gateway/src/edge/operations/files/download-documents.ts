import { documentsDownload, downloadInput } from '@timbre/api';
import { operation } from '../operation';

export const downloadDocuments = operation({
  id: 'downloadDocuments',
  area: 'files',
  method: 'POST',
  path: '/v1/documents/downloads',
  summary: {
    en: 'Prepare many documents as one ZIP',
    es: 'Preparar muchos documentos en un solo ZIP',
  },
  description: {
    en: 'Up to 500 documents and 50 MB; getDocumentsDownload shows when it is ready.',
    es: 'Hasta 500 documentos y 50 MB; getDocumentsDownload dice cuándo está listo.',
  },
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
