import { cfdiStatuses, cfdiStatusInput } from '@timbre/api';
import { operation } from '../operation';

export const checkCfdiStatus = operation({
  id: 'checkCfdiStatus',
  area: 'sat',
  method: 'POST',
  path: '/v1/sat/cfdi-status',
  summary: 'Check the status of CFDI at the SAT',
  description: 'The CFDI may be yours or not. An answer of the SAT is reused for one minute.',
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
