import { Migration } from '@mikro-orm/migrations';
import {
  idempotencyTable,
  instantFunction,
  messagingTables,
  readableBySystem,
  tenantTable,
} from '@timbre/kit';
import { factTables, tablesOf } from '../fact-tables';

/**
 * The taxpayer of an organization, and the time at which its sums were last compared with its
 * facts.
 */
const organizations = `create table organizations (
  org_id uuid not null,
  profile_version int not null default 0,
  rfc text,
  checked_at timestamptz,
  primary key (org_id)
)`;

/** The latest names of groups, stored separately so that a new name changes no fact. */
const names = `create table names (
  org_id uuid not null,
  kind text not null,
  key text not null,
  name text not null,
  told text not null,
  primary key (org_id, kind, key)
)`;

export class CreateCfdiFacts extends Migration {
  override up(): void {
    const statements = [
      instantFunction,
      ...idempotencyTable('reports'),
      ...messagingTables('reports'),
      organizations,
      names,
      ...['organizations', 'names'].flatMap(tenantTable),
      ...readableBySystem('reports', 'organizations'),
      ...factTables({
        name: 'cfdi',
        filters: ['direction', 'kind'],
        groups: [
          'counterparty',
          'paymentMethod',
          'paymentForm',
          'cfdiUse',
          'currency',
          'productCode',
          'taxRate',
        ],
        measures: [
          'count',
          'subtotal',
          'discount',
          'ivaTransferred',
          'iepsTransferred',
          'ivaWithheld',
          'isrWithheld',
          'total',
          'canceledCount',
          'canceledTotal',
        ],
      }),
    ];
    for (const sql of statements) this.addSql(sql);
  }

  override down(): void {
    const shared = ['idempotency', 'outbox', 'inbox', 'dead_letters'];
    const own = [...tablesOf('cfdi'), 'names', 'organizations'];
    for (const table of [...own, ...shared]) this.addSql(`drop table ${table}`);
    this.addSql('drop function instant(timestamptz)');
  }
}
