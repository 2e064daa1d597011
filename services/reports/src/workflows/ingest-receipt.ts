import type { commerce } from '@timbre/contract';
import { factsOfReceipt, salesShape } from '../domain/sales-facts';
import type { GroupName } from '../store/names';
import { ingesting } from './ingesting';

export const ingestReceipt = ingesting({
  shape: salesShape,
  factsOf: (receipt: commerce.SalesReceipt) => factsOfReceipt(receipt),
  namesOf: ({ document: receipt }) => ({
    names: namesIn(receipt),
    announced: `${receipt.createdAt} ${receipt.receiptId}`,
  }),
});

/**
 * Returns the names of groups that a sales receipt states. If several lines sell the same product,
 * the product name of the last line is used.
 */
function namesIn({ lines, ...receipt }: commerce.SalesReceipt): GroupName[] {
  const products = new Map(lines.map(({ productId, description }) => [productId, description]));
  return [
    ['customer', receipt.customerId, receipt.customerName],
    ['location', receipt.locationId, receipt.locationName],
    ...[...products].map(([productId, name]): GroupName => ['product', productId, name]),
  ];
}
