import { credential } from '@timbre/api';
import { operation } from '../operation';

export const getCurrentCredential = operation({
  id: 'getCurrentCredential',
  area: 'credentials',
  method: 'GET',
  path: '/v1/credentials/current',
  summary: 'Get the credential of this request',
  description: 'This call needs no permission, so it is a good first call to try a key.',
  permissions: [],
  environments: 'both',
  isIdempotent: false,
  success: 200,
  response: credential,
  call: ({ services }, _, context) => {
    const credentialId = context.actor.replace('credential:', '');
    return services.identity.getCredential({ credentialId }, context);
  },
});
