import {
  createdCredential,
  credentialLimitsInput,
  instant,
  networkPattern,
  permissionName,
  permissions,
  text,
  withCode,
} from '@timbre/api';
import { z } from 'zod';
import { readNetwork } from '../../../identity';
import { operation } from '../operation';

/**
 * - address_invalid: the text is neither an IP address nor a network in CIDR notation
 */
const network = z
  .string()
  .max(43)
  .refine(
    (given) => readNetwork(given) !== undefined,
    withCode(
      'address_invalid',
      'The text is neither an IP address nor a network in CIDR notation.',
    ),
  )
  .meta({ pattern: networkPattern });

const allowedAddresses = z.array(network).min(1).max(20).meta({
  description: 'IP addresses and networks (CIDR) that may use the credential; all if absent.',
});

export const createCredential = operation({
  id: 'createCredential',
  area: 'credentials',
  method: 'POST',
  path: '/v1/credentials',
  summary: { en: 'Create an API credential', es: 'Crear una credencial de API' },
  description: {
    en: 'Only this answer, and a repeat of the request, shows the key. A credential cannot give more permissions, addresses or limits than it has, and the credentials that it creates end with it. An organization has at most 50 active credentials and creates 100 an hour.',
    es: 'Solo esta respuesta, y una repetición de la solicitud, muestra la llave. Una credencial no puede dar más permisos, direcciones ni límites que los suyos, y las credenciales que crea terminan con ella. Una organización tiene a lo más 50 credenciales activas y crea 100 por hora.',
  },
  permissions: ['credentials:manage'],
  environments: 'both',
  isIdempotent: true,
  success: 201,
  body: z.strictObject({
    name: text(100),
    permissions: z.array(permissionName).min(1).max(permissions.length),
    expiresAt: instant.optional(),
    allowedAddresses: allowedAddresses.optional(),
    limits: credentialLimitsInput.optional(),
  }),
  response: createdCredential,
  call: ({ services }, { body }, context, principal) =>
    services.identity.createCredential(body, principal, context),
});
