import { organization, text } from '@timbre/api';
import { z } from 'zod';
import { operation } from '../operation';

export const updateOrganization = operation({
  id: 'updateOrganization',
  area: 'organization',
  method: 'PATCH',
  path: '/v1/organization',
  summary: { en: 'Rename the organization', es: 'Cambiar el nombre de la organización' },
  description: {
    en: 'Documents show the name of the fiscal profile; this name is for people.',
    es: 'Los documentos llevan el nombre del perfil fiscal; este nombre es para las personas.',
  },
  permissions: ['organization:manage'],
  environments: 'both',
  isIdempotent: true,
  success: 200,
  body: z.strictObject({ name: text(100) }),
  response: organization,
  call: ({ services }, { body }, context) => services.identity.renameOrganization(body, context),
});
