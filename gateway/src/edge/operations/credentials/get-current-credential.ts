import { credential } from '@timbre/api';
import { query } from '@timbre/kit';
import { credentialResource } from '../../../identity/store/credentials';
import { operation } from '../operation';

const readCurrent = query((read) =>
  read.resource(credentialResource, read.context.actor.replace('credential:', '')),
);

export const getCurrentCredential = operation({
  id: 'getCurrentCredential',
  area: 'credentials',
  method: 'GET',
  path: '/v1/credentials/current',
  summary: 'Get the credential of this request',
  description: 'Every credential may ask, so this is a good first call to try a key.',
  permissions: [],
  environments: 'both',
  isIdempotent: false,
  success: 200,
  response: credential,
  call: ({ own }, _, context) => readCurrent.run(own, context, undefined),
});
