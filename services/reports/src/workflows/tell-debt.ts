import type { accounts } from '@timbre/contract';
import { collectionShape, factsOfDebt } from '../domain/collection-facts';
import { telling } from './telling';

export const tellDebt = telling({
  shape: collectionShape,
  factsOf: (debt: accounts.DocumentBalance) => factsOfDebt(debt),
  namesOf: ({ document: { contact: key, name, documentRef }, toldAt }) => ({
    names: [['customer', key, name]],
    // Sales receipts carry names of customers too; the later name wins.
    told: `${toldAt.toISOString()} ${documentRef}`,
  }),
});
