import { Migration } from '@mikro-orm/migrations';

const pinned = 'pac is not null and sent_at is not null';

/**
 * A stamp that an import finds, after a restore, has no PAC in its attempt, because the pin is lost. The new check is
 * weaker than the one it replaces, so the existing rows need no scan.
 */
export class FindStamps extends Migration {
  override up(): void {
    this.replaceCheck(`state in ('sealed', 'not_sent', 'stamped')`);
    this.addSql(`create index cfdi_imported_receipts on cfdi (org_id, counterparty_rfc)
      where kind = 'payroll' and stage = 'stamped' and external_folio is not null`);
  }

  override down(): void {
    this.addSql('drop index cfdi_imported_receipts');
    this.replaceCheck(`state in ('sealed', 'not_sent')`);
  }

  private replaceCheck(unpinned: string): void {
    this.addSql(`alter table stamp_attempts drop constraint stamp_attempts_check,
      add constraint stamp_attempts_check check (${unpinned} or (${pinned})) not valid`);
  }
}
