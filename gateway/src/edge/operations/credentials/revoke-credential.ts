import { credential, identifier } from '@timbre/api';
import { z } from 'zod';
import { operation } from '../operation';

const input = z.strictObject({
  replacements: z.boolean().default(false).meta({
    description:
      'Whether the credentials that replaced it by rotation end too, with the credentials that they created; use it for a stolen key, which the thief may have rotated.',
  }),
});

export const revokeCredential = operation({
  id: 'revokeCredential',
  area: 'credentials',
  method: 'POST',
  path: '/v1/credentials/{credentialId}/revoke',
  summary: {
    en: 'Revoke an API credential and the credentials that it created',
    es: 'Revocar una credencial de API y las credenciales que creó',
  },
  description: {
    en: 'The credentials stop working everywhere within five seconds. Revoking it again changes nothing. The caller needs all permissions of the credential, and must be an owner to revoke the credential of an owner. The last credential that manages credentials cannot be revoked.',
    es: 'Las credenciales dejan de servir en todas partes en menos de cinco segundos. Revocarla otra vez no cambia nada. Quien llama necesita todos los permisos de la credencial, y debe ser propietario para revocar la credencial de un propietario. La última credencial que administra credenciales no se puede revocar.',
  },
  permissions: ['credentials:manage'],
  environments: 'both',
  isIdempotent: true,
  isForArchived: true,
  success: 200,
  params: z.strictObject({ credentialId: identifier }),
  body: input.optional(),
  response: credential,
  call: ({ services }, { params, body }, context, principal) =>
    services.identity.revokeCredential({ ...params, ...body }, principal, context),
});
