import { defineEntity, p, type InferEntity } from '@mikro-orm/postgresql';
import type { organization } from '@timbre/api';
import { type Answer, instant, resource } from '@timbre/kit';

/** An organization; its identifier is also its `org_id`. */
export const Organization = defineEntity({
  name: 'Organization',
  tableName: 'organizations',
  properties: {
    id: p.uuid().primary(),
    organizationId: p.uuid().name('org_id'),
    version: p.integer().version(),
    name: p.text(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
  },
});

export type Organization = InferEntity<typeof Organization>;

export const organizationResource = resource<Answer<typeof organization>>(
  'organization',
  'organizations',
  {
    organizationId: 'r.id',
    name: 'r.name',
    createdAt: instant('r.created_at'),
    updatedAt: instant('r.updated_at'),
  },
);
