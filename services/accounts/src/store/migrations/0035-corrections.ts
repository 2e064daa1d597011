import { Migration } from '@mikro-orm/migrations';

const kinds = `'invoice', 'cancellation', 'complement', 'credit_note', 'expense', 'settlement',
  'payment', 'credit_application', 'receipt', 'refund', 'reversal', 'assignment'`;

const allow = (list: string) => `alter table transactions drop constraint transactions_kind_check,
  add constraint transactions_kind_check check (kind in (${list}))`;

/** The transactions that a rebuild posts. */
export class AllowCorrections extends Migration {
  override up(): void {
    this.addSql(allow(`${kinds}, 'correction'`));
  }

  override down(): void {
    this.addSql(allow(kinds));
  }
}
