import { z } from 'zod';
import { operation } from '../operation';

export const downloadDocument = operation({
  id: 'downloadDocument',
  area: 'files',
  method: 'GET',
  path: '/v1/documents/{documentRef}/files/{format}',
  summary: 'Download a document as XML or PDF',
  description: 'The body is the file.',
  permissions: ['files:read'],
  environments: 'both',
  isIdempotent: false,
  success: 200,
  rateClass: 'export',
  params: z.strictObject({ documentRef: z.string().min(1), format: z.enum(['xml', 'pdf']) }),
  fileTypes: ['application/xml', 'application/pdf'],
  errors: ['not_found'],
  tool: 'get_document_file',
  call: ({ services }, { params }, context) =>
    services.fiscalCfdi.downloadDocument(params, context),
});
