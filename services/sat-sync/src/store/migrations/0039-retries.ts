import { Migration } from '@mikro-orm/migrations';

/** Each consecutive internal failure makes a source wait longer. */
export class CountRetries extends Migration {
  override up(): void {
    this.addSql('alter table sync_sources add retries int not null default 0');
  }

  override down(): void {
    this.addSql('alter table sync_sources drop retries');
  }
}
