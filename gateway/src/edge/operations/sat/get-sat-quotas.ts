import { satQuotas } from '@timbre/api';
import { operation } from '../operation';

export const getSatQuotas = operation({
  id: 'getSatQuotas',
  area: 'sat',
  method: 'GET',
  path: '/v1/sat/quotas',
  summary: {
    en: 'Get the requests that the SAT has counted',
    es: 'Consultar las solicitudes que el SAT ha contado',
  },
  description: {
    en: 'Only periods that were requested before are listed, at most the newest 500.',
    es: 'Solo se listan periodos que ya se solicitaron, a lo más los 500 más recientes.',
  },
  permissions: ['sat:read'],
  environments: 'production',
  isIdempotent: false,
  success: 200,
  response: satQuotas,
  call: async ({ services }, _, context) => (await services.satSync.getSatQuotas({}, context)).body,
});
