import { commerce } from '@timbre/contract';
import {
  batchConsumer,
  readPayload,
  type ConsumerParts,
  type EventConsumer,
  type ReceivedEvent,
  type Transaction,
} from '@timbre/kit';
import type { InventoryImpact } from '../domain/drafting/inventory-impact';
import { storeImpacts, type AnnouncedImpact } from '../store/cfdi/inventory-impact';

/**
 * Stores in each CFDI how its goods changed the stock. The event does not change any other data of the
 * CFDI.
 */
export const onCfdiStockChanged = (
  events: readonly ReceivedEvent[],
  tx: Transaction,
): Promise<void> =>
  storeImpacts(
    tx,
    events.map(({ payload }) => announcedImpact(readPayload(commerce.CfdiStock, payload))),
  );

function announcedImpact({
  cfdiId,
  version,
  status,
  locationId,
  appliedAt,
  reversedAt,
}: commerce.CfdiStock): AnnouncedImpact {
  if (status === 'none') return { cfdiId, version, impact: null };
  const impact = {
    status: status as InventoryImpact['status'],
    ...(locationId !== undefined && { locationId }),
    ...(appliedAt !== undefined && { appliedAt }),
    ...(reversedAt !== undefined && { reversedAt }),
  };
  return { cfdiId, version, impact };
}

export const cfdiStockConsumer = (parts: ConsumerParts): EventConsumer =>
  batchConsumer(
    parts,
    { name: 'fiscal-cfdi-stock', subject: 'commerce.cfdi_stock.changed', service: 'commerce' },
    onCfdiStockChanged,
  );
