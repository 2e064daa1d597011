import { accountTransaction, identifier } from '@timbre/api';
import { z } from 'zod';
import { readableSides } from '../../messages/sides';
import { operation } from '../operation';
import { fact, factsOf, pesosOf, writtenMoney } from '../subject';

export const getAccountTransaction = operation({
  id: 'getAccountTransaction',
  area: 'accounts',
  method: 'GET',
  path: '/v1/accounts/transactions/{transactionId}',
  summary: { en: 'Get an account transaction', es: 'Consultar un movimiento de las cuentas' },
  description: {
    en: '`receivables:read` shows the transactions of customers, `payables:read` those of suppliers.',
    es: '`receivables:read` muestra los movimientos de clientes, `payables:read` los de proveedores.',
  },
  permissions: ['receivables:read', 'payables:read'],
  isOnePermissionEnough: true,
  environments: 'both',
  isIdempotent: false,
  success: 200,
  params: z.strictObject({ transactionId: identifier }),
  response: accountTransaction,
  subject: ({ kind, amount, currency, contactId, counterpartyRfc }) => ({
    kind,
    amount: pesosOf({ amount, currency }),
    parties: [contactId, counterpartyRfc],
    facts: factsOf({
      document: [kind],
      amounts: [fact('amount', writtenMoney({ amount, currency }))],
    }),
  }),
  call: async ({ services }, { params }, context, credential) => {
    const request = { ...params, sides: readableSides(credential) };
    return (await services.accounts.getAccountTransaction(request, context)).body;
  },
});
