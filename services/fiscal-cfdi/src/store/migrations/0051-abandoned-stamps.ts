import { Migration } from '@mikro-orm/migrations';

/** The time since which an operator is needed to determine the outcome of an attempt. */
export class AddAbandonedStamps extends Migration {
  override up(): void {
    this.addSql('alter table stamp_attempts add column abandoned_at timestamptz');
    this.addSql(
      `create index stamp_attempts_abandoned on stamp_attempts (abandoned_at)
       where state = 'unknown' and abandoned_at is not null`,
    );
  }

  override down(): void {
    this.addSql('alter table stamp_attempts drop column abandoned_at');
  }
}
