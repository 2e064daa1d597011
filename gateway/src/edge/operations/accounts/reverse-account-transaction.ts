import { accountTransaction, identifier, reversalInput } from '@timbre/api';
import { z } from 'zod';
import { manageableSides } from '../../messages/sides';
import { operation } from '../operation';

export const reverseAccountTransaction = operation({
  id: 'reverseAccountTransaction',
  area: 'accounts',
  method: 'POST',
  path: '/v1/accounts/transactions/{transactionId}/reverse',
  summary: 'Reverse an account transaction',
  description:
    'A new transaction undoes a payment, applied credit or the settlement of an expense. `receivables:manage` reverses transactions of customers, `payables:manage` those of suppliers. A transaction that follows from a document is undone by canceling the document. Money that a valid payment complement certifies stays paid until the complement is canceled.',
  permissions: ['receivables:manage', 'payables:manage'],
  isOnePermissionEnough: true,
  environments: 'both',
  isIdempotent: true,
  success: 201,
  params: z.strictObject({ transactionId: identifier }),
  body: reversalInput,
  response: accountTransaction,
  irreversible: {
    action: {
      en: 'Reverse this transaction of the accounts',
      es: 'Revertir este movimiento de las cuentas',
    },
    consequence: {
      en: 'The documents that the money covered are open again.',
      es: 'Los documentos que cubría quedan abiertos de nuevo.',
    },
    read: { operation: 'getAccountTransaction', argument: 'transactionId' },
    amount: 'document',
    kind: 'payment',
  },
  call: async ({ services }, { params, body }, context, credential) => {
    const request = { ...params, ...body, sides: manageableSides(credential) };
    return (await services.accounts.reverseAccountTransaction(request, context)).body;
  },
});
