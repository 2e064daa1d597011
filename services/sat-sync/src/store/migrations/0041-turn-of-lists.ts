import { Migration } from '@mikro-orm/migrations';

/** The process that loads the SAT's lists, and the time at which its turn expires. */
const turn = `create table list_turn (
  is_only boolean primary key default true check (is_only),
  loader uuid not null,
  until timestamptz not null
)`;

export class LoadListsInTurn extends Migration {
  override up(): void {
    const statements = [
      turn,
      'revoke select, insert, update, delete on list_turn from sat_sync_app',
      'grant select, insert, update, delete on list_turn to sat_sync_system',
    ];
    for (const sql of statements) this.addSql(sql);
  }

  override down(): void {
    this.addSql('drop table list_turn');
  }
}
