import type { accounts } from '@timbre/contract';
import { collectionShape, factsOfDebt } from '../domain/collection-facts';
import { ingesting } from './ingesting';

export const ingestDebt = ingesting({
  shape: collectionShape,
  factsOf: (debt: accounts.DocumentBalance) => factsOfDebt(debt),
  namesOf: ({ document: { contact: key, name, documentRef }, announcedAt }) => ({
    names: [['customer', key, name]],
    // Events of sales receipts also contain names of customers; the later name is stored.
    announced: `${announcedAt.toISOString()} ${documentRef}`,
  }),
});
