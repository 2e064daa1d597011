import { role, roles } from '@timbre/api';
import { operation } from '../operation';

const body = Buffer.from(
  JSON.stringify({ data: roles, pagination: { nextCursor: null, hasMore: false } }),
);

export const listRoles = operation({
  id: 'listRoles',
  area: 'organization',
  method: 'GET',
  path: '/v1/organization/roles',
  summary: {
    en: 'List the roles of members with their permissions',
    es: 'Listar los roles de los miembros con sus permisos',
  },
  description: {
    en: 'A role is a fixed set of permissions; a member has one role.',
    es: 'Un rol es un conjunto fijo de permisos; cada miembro tiene un rol.',
  },
  permissions: ['members:read'],
  environments: 'both',
  isIdempotent: false,
  success: 200,
  response: role,
  isList: true,
  call: () => Promise.resolve(body),
});
