import { pageOf, walletMovements, walletTransaction } from '@timbre/api';
import { z } from 'zod';
import { pageRequest } from '../../messages/page';
import { operation } from '../operation';

export const listWalletTransactions = operation({
  id: 'listWalletTransactions',
  area: 'organization',
  method: 'GET',
  path: '/v1/organization/wallet/transactions',
  summary: {
    en: 'List the movements of the prepaid balance',
    es: 'Listar los movimientos del saldo prepagado',
  },
  description: {
    en: 'Top-ups, and for every stamp its reservation and its capture or release; newest first.',
    es: 'Las recargas y, por cada timbre, su reserva y su cobro o liberación; lo más reciente primero.',
  },
  permissions: ['organization:read'],
  environments: 'both',
  isIdempotent: false,
  success: 200,
  query: pageOf({ kind: z.enum(walletMovements).optional() }),
  response: walletTransaction,
  isList: true,
  call: async ({ services }, { query: { kind, ...page } }, context) => {
    const request = { kind, page: pageRequest(page) };
    return (await services.fiscalCfdi.listWalletTransactions(request, context)).body;
  },
});
