import { documentsDownload, downloadParams } from '@timbre/api';
import { operation } from '../operation';

export const getDocumentsDownload = operation({
  id: 'getDocumentsDownload',
  area: 'files',
  method: 'GET',
  path: '/v1/documents/downloads/{downloadId}',
  summary: { en: 'Get a ZIP of documents', es: 'Consultar un ZIP de documentos' },
  description: {
    en: 'For a ready ZIP, the answer has a link, valid for 15 minutes.',
    es: 'Para un ZIP listo, la respuesta trae un enlace, que sirve 15 minutos.',
  },
  permissions: ['files:read'],
  environments: 'both',
  isIdempotent: false,
  success: 200,
  params: downloadParams,
  response: documentsDownload,
  call: async ({ services, link }, { params: { downloadId } }, context) => {
    const { body } = await services.fiscalCfdi.getDocumentsDownload({ downloadId }, context);
    const { data } = JSON.parse(Buffer.from(body).toString()) as { data: { state: string } };
    if (data.state !== 'ready') return body;
    const { organizationId } = context;
    const { url, expiresAt } = link({ kind: 'download', organizationId, id: downloadId });
    return Buffer.from(JSON.stringify({ data: { ...data, url, urlExpiresAt: expiresAt } }));
  },
});
