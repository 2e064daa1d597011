import { cfdiDetail, documentParams } from '@timbre/api';
import { operation } from '../operation';

export const synchronizeCfdi = operation({
  id: 'synchronizeCfdi',
  area: 'cfdi',
  method: 'POST',
  path: '/v1/cfdi/{documentRef}/synchronize',
  summary: {
    en: 'Synchronize a CFDI with PAC and SAT',
    es: 'Sincronizar un CFDI con el PAC y el SAT',
  },
  description: {
    en: 'Looks up an unknown stamp or a pending cancellation now.',
    es: 'Averigua ahora un timbrado de resultado desconocido o una cancelación pendiente.',
  },
  permissions: ['invoices:manage'],
  environments: 'both',
  isIdempotent: true,
  success: 200,
  params: documentParams,
  response: cfdiDetail,
  errors: ['not_found'],
  tool: 'sync_cfdi',
  reachesOut: true,
  call: async ({ services }, { params }, context) =>
    (await services.fiscalCfdi.synchronizeCfdi(params, context)).body,
});
