import { Migration } from '@mikro-orm/migrations';

/** Failures of ours in a row make a source wait longer each time. */
export class CountRetries extends Migration {
  override up(): void {
    this.addSql('alter table sync_sources add retries int not null default 0');
  }

  override down(): void {
    this.addSql('alter table sync_sources drop retries');
  }
}
