import { z } from 'zod';
import { cfdiDetail } from '../../schemas/cfdi';
import { operation } from '../operation';

/** Base64 of 3 MB: PACs stamp up to 1 MB, and an addenda comes on top; a message has 4 MB. */
const xmlMax = 4_000_000;

export const importCfdiXml = operation({
  id: 'importCfdiXml',
  area: 'cfdi',
  method: 'POST',
  path: '/v1/cfdi/imports',
  summary: 'Import the XML of a CFDI',
  description:
    'A stamped CFDI 4.0 or 3.3 that the organization issued or received elsewhere. It is kept byte for byte; seal and stamp are verified.',
  permissions: ['invoices:manage'],
  environments: 'both',
  isIdempotent: true,
  success: 201,
  bodyBytesMax: xmlMax + 1_000,
  body: z.strictObject({
    xml: z.base64().min(1).max(xmlMax).meta({ description: 'The file, in base64.' }),
  }),
  response: cfdiDetail,
  call: async ({ services }, { body }, context) =>
    (await services.fiscalCfdi.importCfdiXml(body, context)).body,
});
