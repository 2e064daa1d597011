import { Migration } from '@mikro-orm/migrations';

const indexes = (shown: string) => [
  'drop index dues_calendar',
  'drop index dues_customer',
  `create index dues_calendar on dues (org_id, due_on, id) where ${shown}`,
  `create index dues_customer on dues (org_id, contact, due_on, id) where ${shown}`,
];

/** The calendar shows documents without a due date separately, as aging does. */
export class ShowUndatedDues extends Migration {
  override up(): void {
    for (const sql of indexes(`state <> 'ended'`)) this.addSql(sql);
  }

  override down(): void {
    for (const sql of indexes(`kind <> 'undated' and state <> 'ended'`)) this.addSql(sql);
  }
}
