import { defineEntity, p, type InferEntity } from '@mikro-orm/postgresql';
import type { organization } from '@timbre/api';
import { gateway } from '@timbre/contract';
import { type Answer, type DomainEvent, instant, resource, type Transaction } from '@timbre/kit';
import type { Pool } from 'pg';

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
    archivedAt: p.datetime().nullable(),
    deletedAt: p.datetime().nullable(),
  },
});

export type Organization = InferEntity<typeof Organization>;

export const organizationResource = resource<Answer<typeof organization>>(
  'organization',
  'organizations',
  {
    organizationId: 'r.id',
    name: 'r.name',
    status: `case when r.archived_at is null then 'active' else 'archived' end`,
    createdAt: instant('r.created_at'),
    updatedAt: instant('r.updated_at'),
    archivedAt: instant('r.archived_at'),
  },
);

/** The caller's organization; others who change it, its members or its credentials wait. */
export const lockOrganization = (tx: Transaction): Promise<Organization> =>
  tx.lock(Organization, tx.organizationId, organizationResource.name);

/** Whether an organization is archived, for work that is bound to none yet. */
export const isArchived =
  (systemPool: Pick<Pool, 'query'>) =>
  async (organizationId: string): Promise<boolean> => {
    const { rows } = await systemPool.query<{ archived: boolean }>({
      name: 'is_archived',
      text: 'select archived_at is not null as archived from organizations where org_id = $1',
      values: [organizationId],
    });
    return rows[0]?.archived ?? true;
  };

/** gateway.organization.<happened>: the organization's current state. */
export function organizationEvent(
  happened: 'changed' | 'archived' | 'restored' | 'deleted',
  { id, version, name, archivedAt, deletedAt }: Organization,
): DomainEvent {
  const status = deletedAt ? 'deleted' : archivedAt ? 'archived' : 'active';
  return {
    subject: `gateway.organization.${happened}`,
    aggregate: 'organization',
    aggregateId: id,
    aggregateVersion: version,
    payload: gateway.Organization.encode({ organizationId: id, version, name, status }).finish(),
  };
}
