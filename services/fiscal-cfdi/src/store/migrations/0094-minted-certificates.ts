import { Migration } from '@mikro-orm/migrations';

/**
 * Deletes stored answers that show a private key in plain text; new answers are stored encrypted. A
 * repeat of a deleted request issues another certificate. Row-level security is lifted for the
 * owner during the deletion.
 */
export class ForgetMintedCertificates extends Migration {
  override up(): void {
    this.addSql('alter table idempotency no force row level security');
    this.addSql(`delete from idempotency where route = 'POST /v1/sandbox/certificates'`);
    this.addSql('alter table idempotency force row level security');
  }

  override down(): void {
    // The migration cannot be reverted, because the deleted answers are lost.
  }
}
