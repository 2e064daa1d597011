import { cfdiInput, cfdiPreview } from '@timbre/api';
import { cfdiInputMessage } from '../../messages/cfdi-input';
import { operation } from '../operation';

export const previewCfdi = operation({
  id: 'previewCfdi',
  area: 'cfdi',
  method: 'POST',
  path: '/v1/cfdi/preview',
  summary: {
    en: 'Compute a CFDI draft without storing it',
    es: 'Calcular un borrador de CFDI sin guardarlo',
  },
  description: {
    en: 'Shows totals, issues and the withholdings that the law requires.',
    es: 'Muestra los totales, los problemas y las retenciones que exige la ley.',
  },
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
