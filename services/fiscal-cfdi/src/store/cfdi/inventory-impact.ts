import { recordValues, unnested, type RecordColumn, type Transaction } from '@timbre/kit';
import type { InventoryImpact } from '../../domain/drafting/inventory-impact';

/** The stock movements of a document's goods, as an event of commerce contains them. */
export interface AnnouncedImpact {
  cfdiId: string;
  version: number;
  impact: InventoryImpact | null;
}

const columns: readonly RecordColumn[] = [
  ['cfdiId', 'uuid'],
  ['version', 'int'],
  ['impact', 'jsonb'],
];

/** If several versions of a document arrive together, the statement stores only the newest version. */
const store = `with incoming as materialized (
    select distinct on (x."cfdiId") x.* from ${unnested(columns, 2)}
    order by x."cfdiId", x.version desc),
  locked as materialized (
    select c.id from cfdi c where c.org_id = $1 and c.id in (select "cfdiId" from incoming)
    order by c.id for update)
  update cfdi c set inventory_impact = t.impact, stock_version = t.version
  from incoming t join locked l on l.id = t."cfdiId"
  where c.org_id = $1 and c.id = l.id and c.stock_version < t.version`;

/** Stores the stock movements of documents, unless a newer version is already stored. */
export async function storeImpacts(
  tx: Transaction,
  impacts: readonly AnnouncedImpact[],
): Promise<void> {
  await tx.rows(store, [tx.organizationId, ...recordValues(columns, impacts)]);
}
