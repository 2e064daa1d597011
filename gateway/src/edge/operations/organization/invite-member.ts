import { email, member, roleNames } from '@timbre/api';
import { z } from 'zod';
import { operation } from '../operation';

export const inviteMember = operation({
  id: 'inviteMember',
  area: 'organization',
  method: 'POST',
  path: '/v1/organization/members',
  summary: { en: 'Invite a person by mail', es: 'Invitar a una persona por correo' },
  description: {
    en: 'The mail has a link that works once, for seven days. A second invitation to an address replaces the first. A member cannot give a role with permissions that they lack, and only an owner can make another owner.',
    es: 'El correo trae un enlace que sirve una sola vez, durante siete días. Una segunda invitación a la misma dirección sustituye a la primera. Un miembro no puede dar un rol con permisos que no tiene, y solo un propietario puede nombrar a otro propietario.',
  },
  permissions: ['members:manage'],
  environments: 'both',
  isIdempotent: true,
  success: 201,
  body: z.strictObject({ email, role: z.enum(roleNames) }),
  response: member,
  mayWarn: true,
  call: ({ services }, { body }, context, granter) =>
    services.identity.inviteMember({ ...body, granter }, context),
});
