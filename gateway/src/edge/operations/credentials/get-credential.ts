import { credential, identifier } from '@timbre/api';
import { z } from 'zod';
import { operation } from '../operation';

export const getCredential = operation({
  id: 'getCredential',
  area: 'credentials',
  method: 'GET',
  path: '/v1/credentials/{credentialId}',
  summary: { en: 'Get an API credential', es: 'Consultar una credencial de API' },
  description: {
    en: 'The answer has no key; only creation and rotation show it.',
    es: 'La respuesta no trae la llave; solo la muestran la creación y la rotación.',
  },
  permissions: ['credentials:read'],
  environments: 'both',
  isIdempotent: false,
  success: 200,
  params: z.strictObject({ credentialId: identifier }),
  response: credential,
  call: ({ services }, { params }, context) => services.identity.getCredential(params, context),
});
