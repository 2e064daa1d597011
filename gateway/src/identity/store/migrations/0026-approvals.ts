import { Migration } from '@mikro-orm/migrations';
import { readableBySystem, tenantTable } from '@timbre/kit';

const approvals = `create table approvals (
  id uuid not null,
  org_id uuid not null,
  version int not null,
  state text not null check (state in
    ('pending', 'executing', 'approved', 'failed', 'rejected', 'expired')),
  operation text not null,
  summary text not null,
  document_ref text,
  document_version text not null,
  credential_id uuid not null,
  budget_id uuid not null,
  key text not null,
  fingerprint text not null,
  request bytea,
  nonce uuid not null,
  decided_by text,
  decided_at timestamptz,
  decision_key text,
  authority jsonb,
  reason text,
  reply text,
  refusal jsonb,
  attempts int not null,
  next_attempt_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (org_id, id),
  constraint approvals_key unique (org_id, budget_id, operation, key)
)`;

/** Credentials with all permissions get the new permissions as well. */
const grantToOwners = `update credentials
  set permissions = permissions || '["approvals:read", "approvals:manage"]'
  where is_owner and revoked_at is null and permissions @> '["organization:manage", "members:manage"]'
    and not permissions @> '["approvals:manage"]'`;

export class CreateApprovals extends Migration {
  override up(): void {
    const statements = [
      approvals,
      `create index approvals_waiting on approvals (org_id, budget_id) where state = 'pending'`,
      `create index approvals_expiry on approvals (expires_at) where state = 'pending'`,
      `create index approvals_due on approvals (next_attempt_at) where state = 'executing'`,
      ...tenantTable('approvals'),
      ...readableBySystem('gateway', 'approvals'),
      grantToOwners,
    ];
    for (const sql of statements) this.addSql(sql);
  }

  override down(): void {
    this.addSql('drop table approvals');
  }
}
