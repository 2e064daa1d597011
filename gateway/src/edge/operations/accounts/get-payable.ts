import { identifier, payableDetail } from '@timbre/api';
import { z } from 'zod';
import { operation } from '../operation';
import { factsOf, owedFact } from '../subject';

export const getPayable = operation({
  id: 'getPayable',
  area: 'accounts',
  method: 'GET',
  path: '/v1/accounts/payables/{supplierId}',
  summary: { en: 'Get what is owed to a supplier', es: 'Consultar lo que se debe a un proveedor' },
  description: {
    en: 'The answer has the open balance by currency, with the next amounts to pay. An RFC names a supplier that is not a contact; `unassigned` sums up all such suppliers.',
    es: 'La respuesta trae el saldo pendiente por moneda, con los próximos importes por pagar. Un RFC nombra a un proveedor que no es un contacto; `unassigned` los nombra a todos juntos.',
  },
  permissions: ['payables:read'],
  environments: 'both',
  isIdempotent: false,
  success: 200,
  params: z.strictObject({ supplierId: identifier }),
  response: payableDetail,
  subject: ({ supplierId, counterpartyRfc, balances }) => ({
    amount: 'unknown',
    parties: [supplierId, counterpartyRfc],
    balances,
    facts: factsOf({ amounts: [owedFact(balances)] }),
  }),
  call: async ({ services }, { params }, context) =>
    (await services.accounts.getPayable(params, context)).body,
});
