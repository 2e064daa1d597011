import { file, fileParams } from '@timbre/api';
import { operation } from '../operation';

export const getFile = operation({
  id: 'getFile',
  area: 'files',
  method: 'GET',
  path: '/v1/files/{fileId}',
  summary: { en: 'Get an uploaded file', es: 'Consultar un archivo cargado' },
  description: {
    en: 'For a stored file, the answer links to the content, valid for 15 minutes.',
    es: 'Para un archivo guardado, la respuesta trae un enlace al contenido por 15 minutos.',
  },
  permissions: ['files:read'],
  environments: 'both',
  isIdempotent: false,
  success: 200,
  params: fileParams,
  response: file,
  call: async ({ services, link }, { params: { fileId } }, context) => {
    const { body } = await services.fiscalCfdi.getFile({ fileId }, context);
    const { data } = JSON.parse(Buffer.from(body).toString()) as { data: { state: string } };
    if (data.state !== 'stored') return body;
    const { organizationId } = context;
    const { url, expiresAt } = link({ kind: 'file', organizationId, id: fileId });
    return Buffer.from(JSON.stringify({ data: { ...data, url, urlExpiresAt: expiresAt } }));
  },
});
