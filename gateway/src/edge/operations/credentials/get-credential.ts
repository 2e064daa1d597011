import { credential, identifier } from '@timbre/api';
import { query } from '@timbre/kit';
import { z } from 'zod';
import { credentialResource } from '../../../identity/store/credentials';
import { operation } from '../operation';

const readCredential = query((read, { credentialId }: { credentialId: string }) =>
  read.resource(credentialResource, credentialId),
);

export const getCredential = operation({
  id: 'getCredential',
  area: 'credentials',
  method: 'GET',
  path: '/v1/credentials/{credentialId}',
  summary: 'Get an API credential',
  description: 'Without its key, which only its creation and rotation show.',
  permissions: ['credentials:read'],
  environments: 'both',
  isIdempotent: false,
  success: 200,
  params: z.strictObject({ credentialId: identifier }),
  response: credential,
  call: ({ own }, { params }, context) => readCredential.run(own, context, params),
});
