import type { commerce } from '@timbre/contract';
import { factsOfReceipt, salesShape } from '../domain/sales-facts';
import type { GroupName } from '../store/names';
import { telling } from './telling';

export const tellReceipt = telling({
  shape: salesShape,
  factsOf: (receipt: commerce.SalesReceipt) => factsOfReceipt(receipt),
  namesOf: ({ document: receipt }) => ({
    names: namesIn(receipt),
    told: `${receipt.createdAt} ${receipt.receiptId}`,
  }),
});

/** A product of several lines has the name of the last one. */
function namesIn({ lines, ...receipt }: commerce.SalesReceipt): GroupName[] {
  const products = new Map(lines.map(({ productId, description }) => [productId, description]));
  return [
    ['customer', receipt.customerId, receipt.customerName],
    ['location', receipt.locationId, receipt.locationName],
    ...[...products].map(([productId, name]): GroupName => ['product', productId, name]),
  ];
}
