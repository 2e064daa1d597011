import { commerce } from '@timbre/contract';
import {
  readPayload,
  transactionConsumer,
  type ConsumerParts,
  type EventConsumer,
  type ReceivedEvent,
  type Transaction,
} from '@timbre/kit';
import type { InventoryImpact } from '../domain/drafting/inventory-impact';

/** Shows on a CFDI what its goods did to the stock, if they did. The document itself does not change. */
export async function onCfdiStockChanged(event: ReceivedEvent, tx: Transaction): Promise<void> {
  const { cfdiId, version, status, locationId, appliedAt, reversedAt } = readPayload(
    commerce.CfdiStock,
    event.payload,
  );
  const impact: InventoryImpact = {
    status: status as InventoryImpact['status'],
    ...(locationId !== undefined && { locationId }),
    ...(appliedAt !== undefined && { appliedAt }),
    ...(reversedAt !== undefined && { reversedAt }),
  };
  await tx.rows(
    `update cfdi set inventory_impact = $3::jsonb, stock_version = $4
     where org_id = $1 and id = $2 and stock_version < $4`,
    [tx.organizationId, cfdiId, status === 'none' ? null : JSON.stringify(impact), version],
  );
}

export const cfdiStockConsumer = (parts: ConsumerParts): EventConsumer =>
  transactionConsumer(
    parts,
    { name: 'fiscal-cfdi-stock', subject: 'commerce.cfdi_stock.changed', service: 'commerce' },
    onCfdiStockChanged,
  );
