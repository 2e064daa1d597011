import { createdCredential, identifier, instant } from '@timbre/api';
import { z } from 'zod';
import { operation } from '../operation';

const weekSeconds = 604_800;
const daySeconds = 86_400;

const input = z.strictObject({
  overlapSeconds: z.int().min(0).max(weekSeconds).default(daySeconds).meta({
    description: 'Seconds for which the replaced key still works; 0 for a key that leaked.',
  }),
  expiresAt: instant.optional().meta({
    description:
      'The end of the replaced credential if absent. The end may not be later than the end of the calling credential.',
  }),
});

export const rotateCredential = operation({
  id: 'rotateCredential',
  area: 'credentials',
  method: 'POST',
  path: '/v1/credentials/{credentialId}/rotate',
  summary: {
    en: 'Replace the key of an API credential',
    es: 'Sustituir la llave de una credencial de API',
  },
  description: {
    en: 'The new credential has the same name, permissions, addresses and limits, and takes over the credentials that the replaced one created. Only this answer, and a repeat of the request, shows its key.',
    es: 'La nueva credencial tiene el mismo nombre, permisos, direcciones y límites, y toma a su cargo las credenciales que creó la sustituida. Solo esta respuesta, y una repetición de la solicitud, muestra su llave.',
  },
  permissions: ['credentials:manage'],
  environments: 'both',
  isIdempotent: true,
  success: 201,
  params: z.strictObject({ credentialId: identifier }),
  body: input.optional(),
  response: createdCredential,
  call: ({ services }, { params, body }, context, principal) => {
    const asked = body ?? { overlapSeconds: daySeconds };
    return services.identity.rotateCredential({ ...params, ...asked }, principal, context);
  },
});
