import { Migration } from '@mikro-orm/migrations';
import { idempotencyTable, instantFunction, messagingTables, tenantTable } from '@timbre/kit';

/**
 * Documents in the state of their owner's last event; `family` names the open item that the
 * document opens.
 */
const documents = `create table documents (
  org_id uuid not null,
  ref text not null,
  version int not null,
  role text not null check (role in ('invoice', 'complement', 'credit_note', 'expense')),
  side text not null check (side in ('receivable', 'payable')),
  is_valid boolean not null,
  family text,
  supports text,
  contact text not null,
  rfc text,
  currency text not null,
  total numeric(24, 6) not null,
  is_deferred boolean not null,
  occurred_on date not null,
  primary key (org_id, ref)
)`;

/** Amounts by which valid documents lower an open item, even if the open item is not known yet. */
const claims = `create table claims (
  org_id uuid not null,
  ref text not null,
  family text not null,
  kind text not null check (kind in ('payment', 'credit')),
  currency text not null,
  amount numeric(24, 6) not null,
  primary key (org_id, ref, family, currency)
)`;

/** Locks for postings: one row for each document or open item, even if it is not known yet. */
const locks = `create table locks (
  org_id uuid not null,
  key text not null,
  primary key (org_id, key)
)`;

const transactions = `create table transactions (
  id uuid not null,
  org_id uuid not null,
  kind text not null check (kind in ('invoice', 'cancellation', 'complement', 'credit_note',
    'expense', 'settlement')),
  side text not null check (side in ('receivable', 'payable')),
  contact text not null,
  document_ref text not null,
  family text not null,
  currency text not null,
  amount numeric(24, 6) not null,
  occurred_on date not null,
  source text not null,
  recorded_at timestamptz not null,
  primary key (org_id, id)
)`;

/** Signed amounts; a debit is positive. */
const entries = `create table entries (
  org_id uuid not null,
  transaction_id uuid not null,
  account text not null,
  family text not null,
  currency text not null,
  amount numeric(24, 6) not null check (amount <> 0),
  primary key (org_id, transaction_id, account),
  foreign key (org_id, transaction_id) references transactions (org_id, id)
)`;

/**
 * The sums of the entries of an account. The database refuses a balance with the sign of the other
 * side.
 */
const balances = `create table balances (
  org_id uuid not null,
  account text not null,
  currency text not null,
  balance numeric(24, 6) not null,
  version int not null,
  primary key (org_id, account, currency),
  constraint balances_sides check (case split_part(account, ':', 1)
    when 'receivable' then balance >= 0 when 'advance' then balance >= 0
    when 'payable' then balance <= 0 when 'credit' then balance <= 0 else false end)
)`;

const tables = ['documents', 'claims', 'locks', 'transactions', 'entries', 'balances'];

export class CreateLedger extends Migration {
  override up(): void {
    const statements = [
      instantFunction,
      ...idempotencyTable('accounts'),
      ...messagingTables('accounts'),
      documents,
      'create unique index documents_family on documents (org_id, family)',
      'create index documents_supports on documents (org_id, supports) where supports is not null',
      claims,
      'create index claims_family on claims (org_id, family)',
      locks,
      transactions,
      'create unique index transactions_source on transactions (org_id, source, family)',
      'create index transactions_side on transactions (org_id, side, id)',
      'create index transactions_contact on transactions (org_id, contact, id)',
      'create index transactions_document on transactions (org_id, document_ref, id)',
      'create index transactions_kind on transactions (org_id, kind, id)',
      'create index transactions_date on transactions (org_id, occurred_on, id)',
      entries,
      'create index entries_family on entries (org_id, family)',
      balances,
      ...tables.flatMap(tenantTable),
      'revoke update, delete, truncate on transactions, entries from accounts_app',
    ];
    for (const sql of statements) this.addSql(sql);
  }

  override down(): void {
    const shared = ['idempotency', 'outbox', 'inbox', 'dead_letters'];
    for (const table of [...tables.toReversed(), ...shared]) this.addSql(`drop table ${table}`);
    this.addSql('drop function instant(timestamptz)');
  }
}
