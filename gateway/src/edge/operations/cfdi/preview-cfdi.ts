import { cfdiInput, cfdiPreview } from '@timbre/api';
import { cfdiInputMessage } from '../../messages/cfdi-input';
import { operation } from '../operation';

export const previewCfdi = operation({
  id: 'previewCfdi',
  area: 'cfdi',
  method: 'POST',
  path: '/v1/cfdi/preview',
  summary: 'Compute a CFDI draft without storing it',
  description: 'Shows totals, issues and the withholdings that the law requires.',
  permissions: ['invoices:read'],
  environments: 'both',
  isIdempotent: false,
  success: 200,
  rateClass: 'read',
  body: cfdiInput,
  response: cfdiPreview,
  errors: ['not_found'],
  tool: 'preview_cfdi',
  next: 'Nothing is kept; without issues, create_cfdi_draft takes the same arguments.',
  call: async ({ services }, { body }, context) =>
    (await services.fiscalCfdi.previewCfdi({ input: cfdiInputMessage(body) }, context)).body,
});
