import { credential, pageOf } from '@timbre/api';
import type { z } from 'zod';
import { query } from '@timbre/kit';
import { pageRequest } from '../../messages/page';
import { credentialList } from '../../../identity/store/credentials';
import { operation } from '../operation';

const filters = pageOf({});
const readCredentials = query((read, page: z.output<typeof filters>) =>
  read.page(credentialList, pageRequest(page)),
);

export const listCredentials = operation({
  id: 'listCredentials',
  area: 'credentials',
  method: 'GET',
  path: '/v1/credentials',
  summary: 'List API credentials',
  description: 'Active, expired and revoked ones, without their keys.',
  permissions: ['credentials:read'],
  environments: 'both',
  isIdempotent: false,
  success: 200,
  query: filters,
  response: credential,
  isList: true,
  call: ({ own }, { query: page }, context) => readCredentials.run(own, context, page),
});
