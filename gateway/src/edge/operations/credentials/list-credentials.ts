import { credential, pageOf } from '@timbre/api';
import { pageRequest } from '../../messages/page';
import { operation } from '../operation';

export const listCredentials = operation({
  id: 'listCredentials',
  area: 'credentials',
  method: 'GET',
  path: '/v1/credentials',
  summary: 'List API credentials',
  description: 'Active, expired and revoked credentials, without their keys.',
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
