import { Migration } from '@mikro-orm/migrations';

/**
 * Stored files also get a due time. The previous version leaves `due_at` of a stored file empty, so
 * the column must allow null while that version runs.
 */
const rules = [
  'alter table files drop constraint files_check',
  `alter table files add constraint files_due check (case state
    when 'pending' then due_at is not null when 'expired' then due_at is null else true end)`,
];

export class ExpireFiles extends Migration {
  override up(): void {
    for (const sql of rules) this.addSql(sql);
    // The update runs as the owner of the table, so forced row-level security is lifted for it.
    this.addSql('alter table files no force row level security');
    this.addSql(`update files set due_at = now() + interval '7 days' where state = 'stored'`);
    this.addSql('alter table files force row level security');
  }

  override down(): void {
    this.addSql('alter table files drop constraint files_due');
    this.addSql('alter table files no force row level security');
    this.addSql(`update files set due_at = null where state = 'stored'`);
    this.addSql('alter table files force row level security');
    this.addSql(
      `alter table files add constraint files_check check ((state = 'pending') = (due_at is not null))`,
    );
  }
}
