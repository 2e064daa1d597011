import { accountTransaction, identifier } from '@timbre/api';
import { z } from 'zod';
import { readableSides } from '../../messages/sides';
import { operation } from '../operation';

export const getAccountTransaction = operation({
  id: 'getAccountTransaction',
  area: 'accounts',
  method: 'GET',
  path: '/v1/accounts/transactions/{transactionId}',
  summary: 'Get an account transaction',
  description: 'Each of the two permissions shows its side.',
  permissions: ['receivables:read', 'payables:read'],
  isOnePermissionEnough: true,
  environments: 'both',
  isIdempotent: false,
  success: 200,
  params: z.strictObject({ transactionId: identifier }),
  response: accountTransaction,
  call: async ({ services }, { params }, context, credential) => {
    const request = { ...params, sides: readableSides(credential) };
    return (await services.accounts.getAccountTransaction(request, context)).body;
  },
});
