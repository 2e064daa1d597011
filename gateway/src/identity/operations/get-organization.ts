import { query } from '@timbre/kit';
import { organizationResource } from '../store/organizations';

export const getOrganization = query((read) =>
  read.resource(organizationResource, read.context.organizationId),
);
