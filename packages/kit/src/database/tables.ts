import { Migration } from '@mikro-orm/migrations';

/**
 * SQL that the migrations of several services share. Tenancy is enforced twice: every query filters
 * by organization, and the database shows and accepts only rows of the bound organization.
 */

/**
 * Makes a table tenant-scoped, with forced row-level security on `org_id`. The settings are needed,
 * because statements are planned before their organization is known. The statistics are set to
 * 2,000 rows per organization, so that the planner reads a list page in the order of an index. With
 * the true average of many small organizations, the planner would sort all rows of a large
 * organization for each page.
 */
export function tenantTable(table: string): string[] {
  const own = `org_id = nullif(current_setting('app.org_id', true), '')::uuid`;
  return [
    `alter table ${table} enable row level security`,
    `alter table ${table} force row level security`,
    `create policy organization on ${table} using (${own}) with check (${own})`,
    `alter table ${table} alter column org_id set (n_distinct = -0.0005)`,
  ];
}

/**
 * Hides payroll rows from callers without the payroll permissions, for whom the transaction sets
 * `app.hides_payroll`. The policy applies to every query of the application role. The system role
 * reads all rows.
 * @param isPayroll is a condition over the table's columns
 */
export const payrollTable = (service: string, table: string, isPayroll: string): string[] => [
  `create policy payroll on ${table} as restrictive for select to ${service}_app
    using (not (${isPayroll}) or coalesce(current_setting('app.hides_payroll', true), '') <> 'on')`,
];

/**
 * Allows the system role to read, but not write, a tenant table across organizations, for a job.
 */
export function readableBySystem(service: string, table: string): string[] {
  return [
    `grant select on ${table} to ${service}_system`,
    `create policy system_jobs on ${table} for select to ${service}_system using (true)`,
  ];
}

/**
 * Returns the statements that create the table of idempotency records: one row per organization,
 * route and key, kept for 30 days.
 */
export function idempotencyTable(service: string): string[] {
  return [
    `create table idempotency (
      org_id uuid not null,
      route text not null,
      key text not null,
      fingerprint bytea not null,
      state text not null check (state in ('started', 'finished')),
      lease_until timestamptz,
      attempt_no int not null default 1,
      reply text,
      refusal jsonb,
      document_ref text,
      created_at timestamptz not null default now(),
      finished_at timestamptz,
      primary key (org_id, route, key)
    )`,
    `create index idempotency_age on idempotency (created_at)`,
    ...tenantTable('idempotency'),
    `grant select, delete on idempotency to ${service}_system`,
    `create policy retention on idempotency to ${service}_system using (true)`,
  ];
}

/**
 * Compresses stored responses with LZ4 if the server supports LZ4. Every write stores its response,
 * and LZ4 compresses almost as well as the default method in a fraction of the time.
 */
export class CompressReplies extends Migration {
  override up(): void {
    this.addSql(compressReplies('lz4'));
  }

  override down(): void {
    this.addSql(compressReplies('default'));
  }
}

const compressReplies = (method: string): string =>
  `do $$ begin alter table idempotency alter reply set compression ${method};
    exception when feature_not_supported then null; end $$`;

/**
 * The SQL function `instant`, which renders a timestamp as RFC 3339 text in UTC with milliseconds,
 * as in every `…At` field of the API.
 */
export const instantFunction = `create function instant(at timestamptz) returns text
  language sql stable parallel safe
  return to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
