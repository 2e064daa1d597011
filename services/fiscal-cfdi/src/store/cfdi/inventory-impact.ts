import type { Transaction } from '@timbre/kit';
import type { InventoryImpact } from '../../domain/drafting/inventory-impact';

/** Stores what the goods of a document did to the stock, unless more recent news are stored. */
export async function storeImpact(
  tx: Transaction,
  cfdiId: string,
  version: number,
  impact: InventoryImpact | null,
): Promise<void> {
  await tx.rows(
    `update cfdi set inventory_impact = $3::jsonb, stock_version = $4
     where org_id = $1 and id = $2 and stock_version < $4`,
    [tx.organizationId, cfdiId, impact && JSON.stringify(impact), version],
  );
}
