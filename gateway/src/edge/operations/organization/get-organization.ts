import { organization } from '@timbre/api';
import { query } from '@timbre/kit';
import { organizationResource } from '../../../identity/store/organizations';
import { operation } from '../operation';

const readOrganization = query((read) =>
  read.resource(organizationResource, read.context.organizationId),
);

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
  call: ({ own }, _, context) => readOrganization.run(own, context, undefined),
});
