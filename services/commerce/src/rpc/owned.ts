import type { commerce } from '@timbre/contract';
import { answers, type Rpcs, type Runtime } from '@timbre/kit';
import { computeRefund } from '../operations/compute-refund';
import { endFences } from '../operations/end-fences';
import { listOwedExpenses } from '../operations/list-owed-expenses';
import { listOwedReceipts } from '../operations/list-owed-receipts';
import { listSoldReceipts } from '../operations/list-sold-receipts';
import { readOwedDocuments } from '../operations/read-owed-documents';
import { reverseSettlements } from '../operations/reverse-settlements';

/**
 * Returns the rpcs for other services: lists from which they recalculate their data, and amounts
 * that only commerce can calculate.
 */
export const ownedRpcs = (runtime: Runtime) =>
  ({
    computeRefund: answers(computeRefund, runtime),
    endFences: answers(endFences, runtime),
    listOwedExpenses: answers(listOwedExpenses, runtime),
    listOwedReceipts: answers(listOwedReceipts, runtime),
    listSoldReceipts: answers(listSoldReceipts, runtime),
    readOwedDocuments: answers(readOwedDocuments, runtime),
    reverseSettlements: answers(reverseSettlements, runtime),
  }) satisfies Partial<Rpcs<typeof commerce.CommerceService>>;
