import { publicForm } from '@timbre/api';
import { commerce } from '@timbre/contract';
import { Decimal } from '@timbre/fiscal';
import type { DomainEvent } from '@timbre/kit';
import type { LevelRow } from './inventory';

const plain = (decimal: string): string => Decimal.from(decimal).trimmed().toString();

/** Creates the event commerce.inventory.changed, with the stock level after all movements. */
export const inventoryChanged = (level: LevelRow): DomainEvent => eventOf('changed', level);

/** Creates the event commerce.inventory.negative for a movement that exceeded the stock. */
export const inventoryNegative = (level: LevelRow): DomainEvent => eventOf('negative', level);

function eventOf(happened: 'changed' | 'negative', level: LevelRow): DomainEvent {
  const { productId, locationId, version, stock, averageCost } = level;
  const message: commerce.InventoryLevel = {
    productId,
    locationId,
    version,
    stock: plain(stock),
    ...(averageCost !== null && { averageCost: plain(averageCost) }),
  };
  return {
    subject: `commerce.inventory.${happened}`,
    aggregate: 'inventory',
    aggregateId: `${productId}:${locationId}`,
    aggregateVersion: version,
    payload: commerce.InventoryLevel.encode(message).finish(),
  };
}

export const publicInventory = publicForm('commerce.inventory', commerce.InventoryLevel, {
  type: (happened: 'changed' | 'negative') => `inventory.${happened}`,
  data: (level) => level,
});
