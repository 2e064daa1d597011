import { Migration } from '@mikro-orm/migrations';

export class AddStamping extends Migration {
  override up(): void {
    const statements = [
      'alter table payroll_runs add column queueing boolean not null default false',
      `alter table payroll_rows
        add column stamp_input jsonb,
        add column receiver_rfc text,
        add column receiver_tax_system text,
        add column draft_number int not null default 0,
        add column stamp_number int not null default 0,
        add column tries int not null default 0,
        add column lease_until timestamptz,
        add column next_try_at timestamptz`,
      `create index payroll_rows_due on payroll_rows (next_try_at)
        where state in ('queued', 'stamping')`,
      `create index payroll_rows_queued on payroll_rows (org_id, run_id, id)
        where state = 'queued'`,
      `create index payroll_rows_leased on payroll_rows (org_id, lease_until)
        where lease_until is not null`,
    ];
    for (const sql of statements) this.addSql(sql);
  }

  override down(): void {
    this.addSql('alter table payroll_runs drop column queueing');
    this.addSql(`alter table payroll_rows drop column stamp_input, drop column receiver_rfc,
      drop column receiver_tax_system, drop column draft_number, drop column stamp_number,
      drop column tries, drop column lease_until, drop column next_try_at`);
  }
}
