import { wallet } from '@timbre/api';
import { operation } from '../operation';

export const getOrganizationWallet = operation({
  id: 'getOrganizationWallet',
  area: 'organization',
  method: 'GET',
  path: '/v1/organization/wallet',
  summary: {
    en: 'Get the prepaid balance that stamps are paid from',
    es: 'Consultar el saldo prepagado con el que se pagan los timbres',
  },
  description: {
    en: 'The available and the reserved cents, and the price of one stamp.',
    es: 'Los centavos disponibles y los reservados, y el precio de un timbre.',
  },
  permissions: ['organization:read'],
  environments: 'both',
  isIdempotent: false,
  success: 200,
  response: wallet,
  call: async ({ services }, _, context) =>
    (await services.fiscalCfdi.getOrganizationWallet({}, context)).body,
});
