import { Migration } from '@mikro-orm/migrations';

/** How far the clock of a sandbox organization is ahead of the real time. */
export class AddSandboxClock extends Migration {
  override up(): void {
    this.addSql(
      `alter table organizations add clock_ahead_ms bigint not null default 0
        check (clock_ahead_ms >= 0)`,
    );
  }

  override down(): void {
    this.addSql('alter table organizations drop clock_ahead_ms');
  }
}
