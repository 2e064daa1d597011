import { cfdiDetail, withholdingDetail } from '@timbre/api';
import { z } from 'zod';
import { operation } from '../operation';

/**
 * The limit is the base64 length of 5 MB: PACs stamp documents up to 1 MB, and an addenda may be
 * added afterwards.
 */
const xmlMax = Math.ceil((5 << 20) / 3) * 4;

export const importCfdiXml = operation({
  id: 'importCfdiXml',
  area: 'cfdi',
  method: 'POST',
  path: '/v1/cfdi/imports',
  summary: { en: 'Import the XML of a CFDI', es: 'Importar el XML de un CFDI' },
  description: {
    en: 'A stamped CFDI 4.0 or 3.3, or a withholding document 2.0 or 1.0, that the organization issued or received elsewhere. It is stored byte for byte. A document that only departs from the schema has warnings. If it cannot be read, or its sums, seal or stamp are wrong, the refusal names the place of each error in the document.',
    es: 'Un CFDI 4.0 o 3.3 timbrado, o un CFDI de retenciones 2.0 o 1.0, que la organización emitió o recibió en otro lado. Se guarda byte por byte. Un documento que solo se aparta del esquema lleva advertencias. Si no se puede leer, o sus sumas, su sello o su timbre están mal, el rechazo señala el lugar de cada error en el documento.',
  },
  permissions: ['invoices:manage'],
  environments: 'both',
  isIdempotent: true,
  success: 201,
  bodyBytesMax: xmlMax + 1_000,
  body: z.strictObject({
    xml: z.base64().min(1).max(xmlMax).meta({ description: 'The file, in base64.' }),
  }),
  response: z.union([cfdiDetail, withholdingDetail]),
  call: async ({ services }, { body }, context) => {
    const request = { xml: Buffer.from(body.xml, 'base64') };
    return (await services.fiscalCfdi.importCfdiXml(request, context)).body;
  },
});
