import { Migration } from '@mikro-orm/migrations';
import { readableBySystem, tenantTable } from '@timbre/kit';

const cancellations = `create table cancellations (
  id uuid not null,
  org_id uuid not null,
  version int not null,
  cfdi_id uuid not null,
  motive text not null check (motive in ('01', '02', '03', '04')),
  replacement_id uuid,
  state text not null check (state in
    ('requested', 'in_process', 'accepted', 'rejected', 'expired')),
  requested_by text not null,
  actor text not null,
  request_xml bytea,
  code text,
  message text,
  acuse bytea,
  looks int not null,
  sent_at timestamptz,
  received_at timestamptz,
  next_check_at timestamptz,
  created_at timestamptz not null,
  finished_at timestamptz,
  primary key (org_id, id),
  foreign key (org_id, cfdi_id) references cfdi (org_id, id),
  check ((motive = '01') = (replacement_id is not null)),
  check ((state in ('requested', 'in_process')) = (next_check_at is not null)),
  check ((state in ('requested', 'in_process')) = (finished_at is null))
)`;

export class CreateCancellations extends Migration {
  override up(): void {
    const open = `where state in ('requested', 'in_process')`;
    const statements = [
      cancellations,
      `create unique index cancellations_open on cancellations (org_id, cfdi_id) ${open}`,
      'create index cancellations_document on cancellations (org_id, cfdi_id, id)',
      `create index cancellations_due on cancellations (next_check_at) ${open}`,
      ...tenantTable('cancellations'),
      ...readableBySystem('fiscal_cfdi', 'cancellations'),
    ];
    for (const sql of statements) this.addSql(sql);
  }

  override down(): void {
    this.addSql('drop table cancellations');
  }
}
