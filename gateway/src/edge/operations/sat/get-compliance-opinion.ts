import { complianceOpinion, documentParams } from '@timbre/api';
import { operation } from '../operation';
import { factsOf } from '../subject';

export const getComplianceOpinion = operation({
  id: 'getComplianceOpinion',
  area: 'sat',
  method: 'GET',
  path: '/v1/compliance-opinions/{documentRef}',
  summary: { en: 'Get an opinion of compliance', es: 'Consultar una opinión del cumplimiento' },
  description: {
    en: 'The result, its validity, and the unmet obligations.',
    es: 'El sentido, la vigencia y las obligaciones incumplidas.',
  },
  permissions: ['sat:read'],
  environments: 'production',
  isIdempotent: false,
  success: 200,
  params: documentParams,
  response: complianceOpinion,
  subject: ({ category, folio, rfc }) => ({
    kind: category,
    amount: 'unknown',
    parties: [],
    facts: factsOf({ document: [category], folio: [folio], rfc }),
  }),
  tool: 'get_document',
  choice: 'tax_compliance_opinion',
  call: async ({ services }, { params }, context) =>
    (await services.satSync.getComplianceOpinion(params, context)).body,
});
