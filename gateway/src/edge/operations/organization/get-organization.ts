import { organization } from '@timbre/api';
import { operation } from '../operation';

export const getOrganization = operation({
  id: 'getOrganization',
  area: 'organization',
  method: 'GET',
  path: '/v1/organization',
  summary: 'Get the organization of the credential',
  description: 'The organization that the credential belongs to, with its status.',
  permissions: ['organization:read'],
  environments: 'both',
  isIdempotent: false,
  success: 200,
  response: organization,
  tool: 'get_organization',
  purpose: 'Get the organization whose documents these are.',
  call: ({ services }, _, context) => services.identity.getOrganization({}, context),
});
