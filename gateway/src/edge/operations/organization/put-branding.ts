import { branding, brandingInput } from '@timbre/api';
import { operation } from '../operation';

export const putBranding = operation({
  id: 'putBranding',
  area: 'organization',
  method: 'PUT',
  path: '/v1/organization/branding',
  summary: {
    en: 'Set the branding of PDF documents',
    es: 'Fijar la imagen de los documentos en PDF',
  },
  description: {
    en: 'Logo, accent colour and footer line of every PDF from now on, including those of stamped documents; XML never changes. Absent fields are removed.',
    es: 'El logotipo, el color y la línea al pie de todos los PDF desde ahora, también los de documentos ya timbrados; el XML nunca cambia. Los campos ausentes se quitan.',
  },
  permissions: ['organization:manage'],
  environments: 'both',
  isIdempotent: true,
  success: 200,
  body: brandingInput,
  response: branding,
  call: async ({ services }, { body: { logo, ...body } }, context) => {
    const request = { ...body, ...(logo && { logo: Buffer.from(logo, 'base64') }) };
    return (await services.fiscalCfdi.putBranding(request, context)).body;
  },
});
