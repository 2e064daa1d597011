import { credential, pageOf } from '@timbre/api';
import { pageRequest } from '../../messages/page';
import { operation } from '../operation';

export const listCredentials = operation({
  id: 'listCredentials',
  area: 'credentials',
  method: 'GET',
  path: '/v1/credentials',
  summary: { en: 'List API credentials', es: 'Listar las credenciales de API' },
  description: {
    en: 'Active, expired and revoked credentials, without their keys.',
    es: 'Las credenciales activas, vencidas y revocadas, sin sus llaves.',
  },
  permissions: ['credentials:read'],
  environments: 'both',
  isIdempotent: false,
  success: 200,
  query: pageOf({}),
  response: credential,
  isList: true,
  call: ({ services }, { query: page }, context) =>
    services.identity.listCredentials({ page: pageRequest(page) }, context),
});
