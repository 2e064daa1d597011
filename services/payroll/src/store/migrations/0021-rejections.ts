import { Migration } from '@mikro-orm/migrations';

/** A refused receipt keeps what the PAC said and what to do about it. */
export class AddRejections extends Migration {
  override up(): void {
    this.addSql('alter table payroll_rows add rejection jsonb');
  }

  override down(): void {
    this.addSql('alter table payroll_rows drop rejection');
  }
}
