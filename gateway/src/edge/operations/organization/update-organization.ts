import { organization, text } from '@timbre/api';
import { z } from 'zod';
import { operation } from '../operation';

export const updateOrganization = operation({
  id: 'updateOrganization',
  area: 'organization',
  method: 'PATCH',
  path: '/v1/organization',
  summary: 'Rename the organization',
  description: 'Documents show the name of the fiscal profile; this name is for people.',
  permissions: ['organization:manage'],
  environments: 'both',
  isIdempotent: true,
  success: 200,
  body: z.strictObject({ name: text(100) }),
  response: organization,
  call: ({ services }, { body }, context) => services.identity.renameOrganization(body, context),
});
