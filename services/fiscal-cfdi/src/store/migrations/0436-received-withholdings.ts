import { Migration } from '@mikro-orm/migrations';

/**
 * Columns for imported withholding documents of other issuers, which Timbre's own documents do not
 * have.
 */
export class ReceiveWithholdings extends Migration {
  override up(): void {
    this.addSql(`alter table withholdings
      add column direction text not null default 'issued'
        check (direction in ('issued', 'received')),
      add column external_folio text,
      add column warnings jsonb`);
  }

  override down(): void {
    this.addSql(`delete from withholdings where direction = 'received'`);
    this.addSql(`alter table withholdings drop column direction, drop column external_folio,
      drop column warnings`);
  }
}
