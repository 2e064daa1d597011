import type { commerce } from '@timbre/contract';
import { answers, type Rpcs, type Runtime } from '@timbre/kit';
import { listOwedExpenses } from '../operations/list-owed-expenses';
import { listOwedReceipts } from '../operations/list-owed-receipts';
import { listSoldReceipts } from '../operations/list-sold-receipts';
import { readOwedDocuments } from '../operations/read-owed-documents';
import { reverseSettlements } from '../operations/reverse-settlements';

/** What other services ask for when they count again what events have told. */
export const ownedRpcs = (runtime: Runtime) =>
  ({
    listOwedExpenses: answers(listOwedExpenses, runtime),
    listOwedReceipts: answers(listOwedReceipts, runtime),
    listSoldReceipts: answers(listSoldReceipts, runtime),
    readOwedDocuments: answers(readOwedDocuments, runtime),
    reverseSettlements: answers(reverseSettlements, runtime),
  }) satisfies Partial<Rpcs<typeof commerce.CommerceService>>;
