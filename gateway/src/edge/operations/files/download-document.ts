import { documentFormat, documentLanguage, documentLink, givenRef } from '@timbre/api';
import { z } from 'zod';
import { readFile } from '../../services';
import { operation } from '../operation';

export const downloadDocument = operation({
  id: 'downloadDocument',
  area: 'files',
  method: 'GET',
  path: '/v1/documents/{documentRef}/files/{format}',
  summary: { en: 'Download a document as XML or PDF', es: 'Descargar un documento como XML o PDF' },
  description: {
    en: 'The body is the file: the XML or PDF of a document, the 80 mm `ticket` of a sales receipt, the receipt of the `payment` of a declaration, or the SAT’s receipt (`acuse`) of a cancellation, as XML or as `acuse_pdf`. With `as=link` it has a link to the file, valid for 15 minutes without an API key.',
    es: 'El cuerpo es el archivo: el XML o el PDF de un documento, el `ticket` de 80 mm de un recibo de venta, el comprobante de pago (`payment`) de una declaración, o el `acuse` de una cancelación ante el SAT, como XML o como `acuse_pdf`; con `as=link` lleva un enlace al archivo, que no requiere llave y sirve 15 minutos.',
  },
  permissions: ['files:read'],
  environments: 'both',
  isIdempotent: false,
  success: 200,
  rateClass: 'export',
  params: z.strictObject({
    documentRef: givenRef(),
    format: documentFormat,
  }),
  query: z.strictObject({
    as: z.literal('link').optional(),
    language: documentLanguage.optional().meta({
      description: 'Language of the labels; the customer’s `documentLanguage` if absent.',
    }),
  }),
  response: documentLink,
  fileTypes: ['application/xml', 'application/pdf'],
  errors: ['not_found'],
  tool: 'get_document_file',
  purpose: 'Get a link to the XML or PDF of a document. The link expires after 15 minutes.',
  next: 'Give the link to the user; it expires.',
  call: async ({ services, link }, { params, query }, context) => {
    // The file is read even if only a link is requested, so that no link points to a missing file.
    const { language } = query;
    const file = await readFile(services, { ...params, language }, context);
    if (query.as !== 'link') return file;
    const { organizationId } = context;
    const { documentRef: id, format } = params;
    const grant = { kind: 'document', organizationId, id, format } as const;
    const data = link({ ...grant, ...(language && { language }) });
    return Buffer.from(JSON.stringify({ data }));
  },
});
