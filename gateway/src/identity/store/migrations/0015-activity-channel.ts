import { Migration } from '@mikro-orm/migrations';

/** `channel`: whether a request came under /v1 or from an assistant. */
export class AddActivityChannel extends Migration {
  override up(): void {
    this.addSql(`alter table activity add channel text not null default 'rest'
      check (channel in ('rest', 'mcp'))`);
  }

  override down(): void {
    this.addSql('alter table activity drop channel');
  }
}
