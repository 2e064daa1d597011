import { credential } from '@timbre/api';
import { operation } from '../operation';

export const getCurrentCredential = operation({
  id: 'getCurrentCredential',
  area: 'credentials',
  method: 'GET',
  path: '/v1/credentials/current',
  summary: {
    en: 'Get the credential of this request',
    es: 'Consultar la credencial de esta solicitud',
  },
  description: {
    en: 'This call needs no permission, so it is a good first call to try a key.',
    es: 'Esta llamada no requiere permisos, así que es una buena primera llamada para probar una llave.',
  },
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
