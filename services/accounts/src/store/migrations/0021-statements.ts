import { Migration } from '@mikro-orm/migrations';
import { tenantTable } from '@timbre/kit';

/**
 * The link with which calendar programs read the collection calendar; deleting the row revokes the
 * link.
 */
const feeds = `create table collection_feeds (
  org_id uuid not null,
  id uuid not null,
  digest bytea not null,
  created_at timestamptz not null,
  primary key (org_id)
)`;

/**
 * A calendar program names no organization, so a statement that sets a digest sees the feed with
 * this digest.
 */
const holder = `create policy holder on collection_feeds for select
  using (digest = decode(nullif(current_setting('app.link_digest', true), ''), 'hex'))`;

export class AddStatements extends Migration {
  override up(): void {
    const statements = [
      `create index transactions_statement on transactions
         (org_id, contact, currency, occurred_on, id) include (amount)`,
      feeds,
      'create unique index collection_feeds_digest on collection_feeds (digest)',
      ...tenantTable('collection_feeds'),
      holder,
    ];
    for (const sql of statements) this.addSql(sql);
  }

  override down(): void {
    this.addSql('drop table collection_feeds');
    this.addSql('drop index transactions_statement');
  }
}
