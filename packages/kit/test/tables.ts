import { Migration } from '@mikro-orm/migrations';
import { serviceRuntime, type ServiceRuntime } from '@timbre/testkit';
import { idempotencyTable, tenantTable } from '../src/database/tables';
import { messagingTables } from '../src/messaging/tables';

/**
 * Returns a service with this name, with idempotency, messaging and one tenant table with the given
 * columns.
 */
export function serviceWith(
  service: string,
  table: string,
  columns: string,
): Promise<ServiceRuntime> {
  class CreateTables extends Migration {
    override up(): void {
      const own = [`create table ${table} (${columns})`, ...tenantTable(table)];
      for (const sql of [...idempotencyTable(service), ...messagingTables(service), ...own])
        this.addSql(sql);
    }
  }
  const migrations = [{ name: 'tables', class: CreateTables }];
  return serviceRuntime({ service, entities: [], migrations, constraints: {} });
}
