import { branding, brandingInput } from '@timbre/api';
import { operation } from '../operation';

export const putBranding = operation({
  id: 'putBranding',
  area: 'organization',
  method: 'PUT',
  path: '/v1/organization/branding',
  summary: 'Set how the PDF of documents look',
  description:
    'Logo, accent colour and a line at the foot, in every PDF from then on, those of stamped documents too; XML never changes. What is not given is taken away.',
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
