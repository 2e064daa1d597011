import { Migration } from '@mikro-orm/migrations';
import { readableBySystem, tenantTable } from '@timbre/kit';

/** Requests of issuers to cancel documents that the organization received. */
const requests = `create table cancellation_requests (
  id uuid not null,
  org_id uuid not null,
  version int not null,
  uuid uuid not null,
  rfc text not null,
  state text not null
    check (state in ('pending', 'answering', 'accepted', 'rejected', 'expired', 'closed')),
  first_seen_at timestamptz not null,
  answer_before timestamptz not null,
  missed int not null,
  answer text check (answer in ('accept', 'reject')),
  requested_by text,
  actor text,
  answer_xml bytea,
  acuse bytea,
  code text,
  message text,
  looks int not null,
  sent_at timestamptz,
  next_check_at timestamptz,
  finished_at timestamptz,
  primary key (org_id, id),
  check ((state = 'answering') <= (answer is not null)),
  check ((state in ('pending', 'answering')) = (finished_at is null))
)`;

/** The times of the last and the next query to the PAC for an organization. */
const polls = `create table cancellation_polls (
  org_id uuid primary key,
  due_at timestamptz not null,
  claimed_until timestamptz not null,
  polled_at timestamptz
)`;

export class CreateCancellationRequests extends Migration {
  override up(): void {
    const open = `where state in ('pending', 'answering')`;
    const statements = [
      requests,
      `create unique index cancellation_requests_open on cancellation_requests (org_id, uuid) ${open}`,
      'create index cancellation_requests_uuid on cancellation_requests (org_id, uuid, id)',
      `create index cancellation_requests_due on cancellation_requests (next_check_at)
       where next_check_at is not null`,
      polls,
      ...['cancellation_requests', 'cancellation_polls'].flatMap(tenantTable),
      ...['cancellation_requests', 'cancellation_polls', 'fiscal_profiles'].flatMap((table) =>
        readableBySystem('fiscal_cfdi', table),
      ),
    ];
    for (const sql of statements) this.addSql(sql);
  }

  override down(): void {
    this.addSql('drop policy system_jobs on fiscal_profiles');
    this.addSql('revoke select on fiscal_profiles from fiscal_cfdi_system');
    for (const table of ['cancellation_polls', 'cancellation_requests'])
      this.addSql(`drop table ${table}`);
  }
}
