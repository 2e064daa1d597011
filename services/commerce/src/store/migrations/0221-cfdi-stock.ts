import { Migration } from '@mikro-orm/migrations';
import { tenantTable } from '@timbre/kit';

/** The stock movements of a CFDI; the row has the identifier of the CFDI. */
const stock = `create table cfdi_stock (
  id uuid not null,
  org_id uuid not null,
  version int not null,
  cfdi_version int not null,
  status text not null check (status in ('deducted', 'reversed')),
  location_id uuid,
  moved jsonb not null,
  applied_at timestamptz,
  reversed_at timestamptz,
  primary key (org_id, id)
)`;

export class CreateCfdiStock extends Migration {
  override up(): void {
    for (const sql of [stock, ...tenantTable('cfdi_stock')]) this.addSql(sql);
  }

  override down(): void {
    this.addSql('drop table cfdi_stock');
  }
}
