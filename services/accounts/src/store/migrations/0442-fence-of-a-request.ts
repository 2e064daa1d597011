import { Migration } from '@mikro-orm/migrations';

/** A request that is repeated under its key renews its fence instead of adding another fence. */
export class KeepOneFenceOfARequest extends Migration {
  override up(): void {
    this.addSql('alter table fences add column request text');
    this.addSql('update fences set request = number::text');
    this.addSql('alter table fences alter column request set not null');
    this.addSql('alter table fences drop constraint fences_pkey');
    this.addSql('alter table fences add primary key (org_id, subject, request)');
  }

  override down(): void {
    this.addSql('alter table fences drop constraint fences_pkey');
    this.addSql('alter table fences add primary key (org_id, subject, number)');
    this.addSql('alter table fences drop column request');
  }
}
