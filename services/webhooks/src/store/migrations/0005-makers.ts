import { Migration } from '@mikro-orm/migrations';

/** The maker of each older endpoint, from the audit trail. */
const made = `update webhooks w set created_by = a.actor,
    user_id = case when a.actor ~ '^user:[0-9a-f-]{36}$' then substr(a.actor, 6)::uuid end
  from audit_entries a
  where a.org_id = w.org_id and a.subject_id = w.id::text and a.action = 'webhook.created'`;

const known = `update webhooks set disabled_reason = 'by_request' where disabled_reason = 'access_ended'`;

const tables = ['webhooks', 'audit_entries'];

/** An update runs as the owner of the tables, so forced row-level security is lifted for it. */
const unforced = (update: string): string[] => [
  ...tables.map((table) => `alter table ${table} no force row level security`),
  update,
  ...tables.map((table) => `alter table ${table} force row level security`),
];

const reasons = (names: string[]): string[] => [
  'alter table webhooks drop constraint webhooks_disabled_reason_check',
  `alter table webhooks add constraint webhooks_disabled_reason_check
    check (disabled_reason in (${names.map((name) => `'${name}'`).join(', ')}))`,
];

/** An endpoint names its maker, and is disabled when the access of the maker ends. */
export class NameMakers extends Migration {
  override up(): void {
    const statements = [
      'alter table webhooks add created_by text, add user_id uuid, add grant_id text',
      ...reasons(['by_request', 'gone', 'failing', 'access_ended']),
      ...unforced(made),
    ];
    for (const sql of statements) this.addSql(sql);
  }

  override down(): void {
    for (const sql of unforced(known)) this.addSql(sql);
    for (const sql of reasons(['by_request', 'gone', 'failing'])) this.addSql(sql);
    this.addSql('alter table webhooks drop created_by, drop user_id, drop grant_id');
  }
}
