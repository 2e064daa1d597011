import { organization } from '@timbre/api';
import { operation } from '../operation';

export const getOrganization = operation({
  id: 'getOrganization',
  area: 'organization',
  method: 'GET',
  path: '/v1/organization',
  summary: {
    en: 'Get the organization of the credential',
    es: 'Consultar la organización de la credencial',
  },
  description: {
    en: 'The organization that the credential belongs to, with its status.',
    es: 'La organización a la que pertenece la credencial, con su estado.',
  },
  permissions: ['organization:read'],
  environments: 'both',
  isIdempotent: false,
  success: 200,
  response: organization,
  tool: 'get_organization',
  purpose: 'Get the organization whose documents these are.',
  call: ({ services }, _, context) => services.identity.getOrganization({}, context),
});
