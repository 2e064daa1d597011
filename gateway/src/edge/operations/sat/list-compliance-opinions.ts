import { complianceOpinion, pageOf } from '@timbre/api';
import { pageRequest } from '../../messages/page';
import { operation } from '../operation';

export const listComplianceOpinions = operation({
  id: 'listComplianceOpinions',
  area: 'sat',
  method: 'GET',
  path: '/v1/compliance-opinions',
  summary: 'List opinions of compliance (32-D)',
  description: 'Opinions that were synchronized or imported.',
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
