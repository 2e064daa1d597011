import type { accounts } from '@timbre/contract';
import { collectionShape, factsOfDebt } from '../domain/collection-facts';
import { ingesting } from './ingesting';

export const ingestDebt = ingesting({
  shape: collectionShape,
  factsOf: (debt: accounts.DocumentBalance) => factsOfDebt(debt),
  namesOf: ({ document: { contact: key, name, documentRef }, announcedAt }) => ({
    names: [['customer', key, name]],
    // The ordering text starts with the time, because events of sales receipts also state the names
    // of these customers. The customer name with the latest time is stored.
    announced: `${announcedAt.toISOString()} ${documentRef}`,
  }),
});
