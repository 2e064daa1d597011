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
import { storeImpact } from '../store/cfdi/inventory-impact';

/** Shows on a CFDI what its goods did to the stock, if they did. The document itself does not change. */
async function onCfdiStockChanged(event: ReceivedEvent, tx: Transaction): Promise<void> {
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
  await storeImpact(tx, cfdiId, version, status === 'none' ? null : impact);
}

export const cfdiStockConsumer = (parts: ConsumerParts): EventConsumer =>
  transactionConsumer(
    parts,
    { name: 'fiscal-cfdi-stock', subject: 'commerce.cfdi_stock.changed', service: 'commerce' },
    onCfdiStockChanged,
  );
