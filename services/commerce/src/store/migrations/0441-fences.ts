import { Migration } from '@mikro-orm/migrations';

/** The number of the last fence that accounts has ended; `requireOpenFence` compares it. */
export class AddFences extends Migration {
  override up(): void {
    for (const table of ['expenses', 'contacts']) {
      this.addSql(`alter table ${table} add column ended_fence int not null default 0`);
    }
  }

  override down(): void {
    for (const table of ['expenses', 'contacts']) {
      this.addSql(`alter table ${table} drop column ended_fence`);
    }
  }
}
