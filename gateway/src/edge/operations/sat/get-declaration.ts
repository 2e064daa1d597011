import { declarationDetail, documentParams } from '@timbre/api';
import { operation } from '../operation';
import { fact, factsOf, pesosOf, writtenMoney } from '../subject';

export const getDeclaration = operation({
  id: 'getDeclaration',
  area: 'sat',
  method: 'GET',
  path: '/v1/declarations/{documentRef}',
  summary: {
    en: 'Get a declaration with its taxes',
    es: 'Consultar una declaración con sus impuestos',
  },
  description: {
    en: 'All acuse (receipt) lines in pesos, and payments.',
    es: 'Cada renglón del acuse en pesos, con los pagos.',
  },
  permissions: ['sat:read'],
  environments: 'production',
  isIdempotent: false,
  success: 200,
  params: documentParams,
  response: declarationDetail,
  subject: ({ category, status, rfc, total }) => ({
    kind: category,
    amount: total ? pesosOf(total) : 'unknown',
    parties: [],
    facts: factsOf({
      document: [category, status ? { en: status, es: status } : undefined],
      rfc,
      amounts: total ? [fact('total', writtenMoney(total))] : [],
    }),
  }),
  tool: 'get_document',
  choice: 'declaration',
  call: async ({ services }, { params }, context) =>
    (await services.satSync.getDeclaration(params, context)).body,
});
