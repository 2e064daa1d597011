import { Migration } from '@mikro-orm/migrations';

/**
 * Forgets kept answers that show a private key in plain text; they are sealed from now on. A repeat
 * of such a request mints again. Row-level security is lifted for the owner while it deletes.
 */
export class ForgetMintedCertificates extends Migration {
  override up(): void {
    this.addSql('alter table idempotency no force row level security');
    this.addSql(`delete from idempotency where route = 'POST /v1/sandbox/certificates'`);
    this.addSql('alter table idempotency force row level security');
  }

  override down(): void {
    // What was forgotten stays forgotten.
  }
}
