import { member, pageOf, roleNames } from '@timbre/api';
import { z } from 'zod';
import { pageRequest } from '../../messages/page';
import { operation } from '../operation';

const filters = pageOf({
  role: z.enum(roleNames).optional(),
  status: member.shape.status.optional(),
});

export const listMembers = operation({
  id: 'listMembers',
  area: 'organization',
  method: 'GET',
  path: '/v1/organization/members',
  summary: { en: 'List members and invitations', es: 'Listar miembros e invitaciones' },
  description: {
    en: 'Members, and invitations that are not accepted yet.',
    es: 'Los miembros, y las invitaciones que aún no se aceptan.',
  },
  permissions: ['members:read'],
  environments: 'both',
  isIdempotent: false,
  success: 200,
  query: filters,
  response: member,
  isList: true,
  call: ({ services }, { query: { role, status, ...page } }, context) =>
    services.identity.listMembers({ page: pageRequest(page), role, status }, context),
});
