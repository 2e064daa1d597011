import { organization, text } from '@timbre/api';
import { z } from 'zod';
import { audit, command, replyWith } from '@timbre/kit';
import {
  lockOrganization,
  organizationEvent,
  organizationResource,
} from '../../../identity/store/organizations';
import { operation } from '../operation';

const rename = command(async (tx, { name }: { name: string }) => {
  const stored = await lockOrganization(tx);
  if (stored.name !== name) {
    const before = { name: stored.name };
    stored.name = name;
    stored.updatedAt = tx.now;
    const subjectId = stored.id;
    audit(tx, { action: 'organization.changed', subjectId, before, after: { name } });
    tx.emit(() => organizationEvent('changed', stored));
  }
  return replyWith(organizationResource, stored.id);
});

export const updateOrganization = operation({
  id: 'updateOrganization',
  area: 'organization',
  method: 'PATCH',
  path: '/v1/organization',
  summary: 'Rename the organization',
  description: 'The name of documents is that of the fiscal profile; this one is for people.',
  permissions: ['organization:manage'],
  environments: 'both',
  isIdempotent: true,
  success: 200,
  body: z.strictObject({ name: text(100) }),
  response: organization,
  call: ({ own }, { body }, context) => rename.run(own, context, body),
});
