import { tenantTable } from '../database/tables';
import type { Target } from '../database/target';
import type { Transaction } from './transaction';

/**
 * A change that the audit trail records, such as a change of permissions, certificates or webhooks.
 */
interface AuditedChange {
  /** The name of the event, such as `member.changed`. */
  action: string;
  /** The identifier of the changed record. */
  subjectId: string;
  /** The important values before and after the change, which must not contain a secret. */
  before?: object | undefined;
  after?: object | undefined;
}

/**
 * Returns the statements that create the audit trail of a service. The application role may only
 * add and read entries. Entries are never changed, and retention does not delete them.
 */
export const auditTable = (service: string): string[] => [
  `create table audit_entries (
    id uuid not null,
    org_id uuid not null,
    at timestamptz not null,
    actor text not null,
    request_id text not null,
    action text not null,
    subject_id text not null,
    before jsonb,
    after jsonb,
    primary key (org_id, id)
  )`,
  ...tenantTable('audit_entries'),
  `revoke update, delete, truncate on audit_entries from ${service}_app`,
  `grant select on audit_entries to ${service}_system`,
  `create policy system_jobs on audit_entries for select to ${service}_system using (true)`,
];

const target: Target = {
  table: 'audit_entries',
  columns: {
    id: { column: 'id', type: 'uuid' },
    organizationId: { column: 'org_id', type: 'uuid' },
    at: { column: 'at', type: 'timestamptz' },
    actor: { column: 'actor', type: 'text' },
    requestId: { column: 'request_id', type: 'text' },
    action: { column: 'action', type: 'text' },
    subjectId: { column: 'subject_id', type: 'text' },
    before: { column: 'before', type: 'jsonb' },
    after: { column: 'after', type: 'jsonb' },
  },
};

/** Adds an entry to the audit trail, in the transaction of the change. */
export function audit(tx: Transaction, change: AuditedChange): void {
  const { organizationId, context, now } = tx;
  const { actor, requestId } = context;
  const values = { organizationId, id: tx.newId(), at: now, actor, requestId, ...change };
  tx.additions.push({ target, values });
}
