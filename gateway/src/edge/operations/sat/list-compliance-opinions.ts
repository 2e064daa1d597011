import { complianceOpinion, pageOf } from '@timbre/api';
import { pageRequest } from '../../messages/page';
import { operation } from '../operation';

export const listComplianceOpinions = operation({
  id: 'listComplianceOpinions',
  area: 'sat',
  method: 'GET',
  path: '/v1/compliance-opinions',
  summary: {
    en: 'List opinions of compliance (32-D)',
    es: 'Listar las opiniones del cumplimiento (32-D)',
  },
  description: {
    en: 'Opinions that were synchronized or imported.',
    es: 'Las opiniones que se sincronizaron o se importaron.',
  },
  permissions: ['sat:read'],
  environments: 'production',
  isIdempotent: false,
  success: 200,
  query: pageOf({}),
  response: complianceOpinion,
  isList: true,
  tool: 'search_documents',
  choice: 'tax_compliance_opinion',
  call: async ({ services }, { query }, context) =>
    (await services.satSync.listComplianceOpinions({ page: pageRequest(query) }, context)).body,
});
