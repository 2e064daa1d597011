import { file, uploadInput } from '@timbre/api';
import { operation } from '../operation';

interface Announced {
  fileId: string;
  /** The time at which the file was created, as an RFC 3339 timestamp. */
  createdAt: string;
}

export const prepareUpload = operation({
  id: 'prepareUpload',
  area: 'files',
  method: 'POST',
  path: '/v1/files/uploads',
  summary: {
    en: 'Announce a file and get its upload link',
    es: 'Anunciar un archivo y obtener el enlace para cargarlo',
  },
  description: {
    en: 'PUT the raw content to uploadUrl, without a key, within 15 minutes; later announce it again. The file is stored if size and SHA-256 match the announcement, and kept for seven days.',
    es: 'Envíe el contenido tal cual con PUT a uploadUrl, sin llave, en los 15 minutos siguientes; después hay que anunciarlo de nuevo. El archivo se guarda si su tamaño y su SHA-256 coinciden con lo anunciado, y se conserva siete días.',
  },
  permissions: ['files:manage'],
  environments: 'both',
  isIdempotent: true,
  success: 201,
  body: uploadInput,
  response: file,
  call: async ({ services, link }, { body }, context) => {
    const reply = await services.fiscalCfdi.prepareUpload(body, context);
    const { data } = JSON.parse(Buffer.from(reply.body).toString()) as { data: Announced };
    const { organizationId } = context;
    const grant = { kind: 'upload', organizationId, id: data.fileId } as const;
    // The link's validity starts when the file was created, so that a repeated request returns the
    // same link.
    const { url, expiresAt } = link(grant, Date.parse(data.createdAt));
    const linked = { ...data, uploadUrl: url, uploadUrlExpiresAt: expiresAt };
    return Buffer.from(JSON.stringify({ data: linked }));
  },
});
