import { cfdiStatuses, cfdiStatusInput } from '@timbre/api';
import { operation } from '../operation';

export const checkCfdiStatus = operation({
  id: 'checkCfdiStatus',
  area: 'sat',
  method: 'POST',
  path: '/v1/sat/cfdi-status',
  summary: {
    en: 'Check the status of CFDI at the SAT',
    es: 'Consultar el estado de CFDI en el SAT',
  },
  description: {
    en: 'The CFDI may be yours or not. An answer of the SAT is reused for one minute.',
    es: 'Los CFDI pueden ser propios o no. Una respuesta del SAT se repite durante un minuto.',
  },
  permissions: ['sat:read'],
  environments: 'both',
  isIdempotent: false,
  success: 200,
  body: cfdiStatusInput,
  response: cfdiStatuses,
  tool: 'check_cfdi_status',
  reachesOut: true,
  call: async ({ services }, { body }, context) => {
    const documents = body.documents.map(({ sealTail = '', ...rest }) => ({ ...rest, sealTail }));
    return (await services.fiscalCfdi.checkCfdiStatus({ documents }, context)).body;
  },
});
