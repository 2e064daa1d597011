import { Migration } from '@mikro-orm/migrations';

/** Since when the SAT takes nothing that a certificate has sealed, by the word of a PAC. */
export class AddRevokedCertificates extends Migration {
  override up(): void {
    this.addSql('alter table certificates add column revoked_at timestamptz');
  }

  override down(): void {
    this.addSql('alter table certificates drop column revoked_at');
  }
}
