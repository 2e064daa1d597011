import { accountTransaction, identifier, reversalInput } from '@timbre/api';
import { z } from 'zod';
import { manageableSides } from '../../messages/sides';
import { operation } from '../operation';
import { getAccountTransaction } from './get-account-transaction';

export const reverseAccountTransaction = operation({
  id: 'reverseAccountTransaction',
  area: 'accounts',
  method: 'POST',
  path: '/v1/accounts/transactions/{transactionId}/reverse',
  summary: { en: 'Reverse an account transaction', es: 'Revertir un movimiento de las cuentas' },
  description: {
    en: 'A new transaction undoes a payment, applied credit or the settlement of an expense. `receivables:manage` reverses transactions of customers, `payables:manage` those of suppliers. A transaction that follows from a document is undone by canceling the document. Money that a valid payment complement certifies stays paid until the complement is canceled.',
    es: 'Un movimiento nuevo deshace un pago, un saldo a favor aplicado o la liquidación de un gasto. `receivables:manage` revierte movimientos de clientes, `payables:manage` los de proveedores. El movimiento que nace de un documento se deshace cancelando el documento. El dinero que certifica un complemento de pago vigente sigue pagado hasta que el complemento se cancele.',
  },
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
    read: { operation: getAccountTransaction, argument: 'transactionId' },
    amount: 'document',
    kind: 'payment',
  },
  call: async ({ services }, { params, body }, context, credential) => {
    const request = { ...params, ...body, sides: manageableSides(credential) };
    return (await services.accounts.reverseAccountTransaction(request, context)).body;
  },
});
