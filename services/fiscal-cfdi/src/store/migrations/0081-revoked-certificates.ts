import { Migration } from '@mikro-orm/migrations';

/**
 * The time since which the SAT refuses documents sealed with the certificate, according to a PAC.
 */
export class AddRevokedCertificates extends Migration {
  override up(): void {
    this.addSql('alter table certificates add column revoked_at timestamptz');
  }

  override down(): void {
    this.addSql('alter table certificates drop column revoked_at');
  }
}
