import type { accounts } from '@timbre/contract';
import { collectionShape, factsOfDebt } from '../domain/collection-facts';
import { ingesting } from './ingesting';

export const ingestDebt = ingesting({
  shape: collectionShape,
  factsOf: (debt: accounts.DocumentBalance) => factsOfDebt(debt),
  namesOf: ({ document: { contact: key, name, documentRef }, announcedAt }) => ({
    names: [['customer', key, name]],
    // The time is at the start of this text, because events of sales receipts contain names of the same
    // customers. The name with the latest time is stored.
    announced: `${announcedAt.toISOString()} ${documentRef}`,
  }),
});
