import { Migration } from '@mikro-orm/migrations';

const filters = {
  cfdi_direction: 'direction',
  cfdi_direction_status: 'direction, status',
  cfdi_kind_direction: 'kind, direction',
  cfdi_kind_status: 'kind, status',
  cfdi_kind_direction_status: 'kind, direction, status',
};

/**
 * An index for each combination of kind, direction and status that had none, so that no page of the list
 * reads all documents that match one filter to find the few that match the others.
 */
export class IndexCfdiByFilters extends Migration {
  override up(): void {
    for (const [name, columns] of Object.entries(filters))
      this.addSql(`create index ${name} on cfdi (org_id, ${columns}, id)`);
  }

  override down(): void {
    for (const name of Object.keys(filters)) this.addSql(`drop index ${name}`);
  }
}
