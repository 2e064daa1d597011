import { Migration } from '@mikro-orm/migrations';

/** The reasons why a credit note failed, in the form of the issues of an answer. */
export class KeepCreditNoteIssues extends Migration {
  override up(): void {
    this.addSql('alter table receipt_credit_notes add column issues jsonb');
  }

  override down(): void {
    this.addSql('alter table receipt_credit_notes drop column issues');
  }
}
