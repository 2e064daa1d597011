import { Migration } from '@mikro-orm/migrations';
import { tenantTable } from '@timbre/kit';

/**
 * Amounts are whole centavos of MXN: the available amount, and the amount that stamps in progress
 * have reserved.
 */
const wallets = `create table wallets (
  id uuid not null,
  org_id uuid not null,
  balance_minor bigint not null check (balance_minor >= 0),
  reserved_minor bigint not null check (reserved_minor >= 0),
  updated_at timestamptz not null,
  primary key (org_id, id),
  check (id = org_id)
)`;

/** Every movement with the amounts after it; a row never changes. */
const transactions = `create table wallet_transactions (
  id uuid not null,
  org_id uuid not null,
  kind text not null check (kind in ('top_up', 'reserve', 'capture', 'release')),
  amount_minor bigint not null check (amount_minor > 0),
  balance_minor bigint not null,
  reserved_minor bigint not null,
  attempt_id uuid,
  document_ref text,
  reference text,
  actor text not null,
  created_at timestamptz not null,
  primary key (org_id, id),
  check ((kind = 'top_up') = (attempt_id is null))
)`;

const tables = ['wallet_transactions', 'wallets'];

export class CreateWallet extends Migration {
  override up(): void {
    const statements = [
      wallets,
      transactions,
      `create unique index wallet_reference on wallet_transactions (org_id, reference)`,
      `create unique index wallet_reserved on wallet_transactions (org_id, attempt_id)
        where kind = 'reserve'`,
      `create unique index wallet_settled on wallet_transactions (org_id, attempt_id)
        where kind in ('capture', 'release')`,
      ...tables.flatMap(tenantTable),
      'revoke update, delete, truncate on wallet_transactions from fiscal_cfdi_app',
      'alter table stamp_attempts add column reserved_minor bigint',
    ];
    for (const sql of statements) this.addSql(sql);
  }

  override down(): void {
    this.addSql('alter table stamp_attempts drop column reserved_minor');
    for (const table of tables) this.addSql(`drop table ${table}`);
  }
}
