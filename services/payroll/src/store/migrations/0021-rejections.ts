import { Migration } from '@mikro-orm/migrations';

/** A refused receipt stores the PAC's reason and the remedy. */
export class AddRejections extends Migration {
  override up(): void {
    this.addSql('alter table payroll_rows add rejection jsonb');
  }

  override down(): void {
    this.addSql('alter table payroll_rows drop rejection');
  }
}
