import { accounts } from '@timbre/contract';
import { parseDocumentRef } from '@timbre/fiscal';
import {
  batchConsumer,
  readPayload,
  type ConsumerParts,
  type EventConsumer,
  type ReceivedEvent,
  type Transaction,
} from '@timbre/kit';
import { storeReceivables } from '../store/cfdi/receivables';

/**
 * Handles the event accounts.receivable.changed. For each issued invoice, the handler stores the payment
 * plan and the sum of the payments that were recorded without a complement. The documents themselves are
 * not changed.
 */
export async function onReceivablesChanged(
  events: readonly ReceivedEvent[],
  tx: Transaction,
): Promise<void> {
  await storeReceivables(
    tx,
    events.flatMap((event) => cfdiOf(event) ?? []),
  );
}

/**
 * Returns the balance of a CFDI from the event; undefined if the event concerns another kind of document.
 */
function cfdiOf({ payload }: ReceivedEvent) {
  const owed = readPayload(accounts.DocumentBalance, payload);
  const cfdi = parseDocumentRef(owed.documentRef, 'cfdi');
  return cfdi && { ...owed, cfdiId: cfdi.id };
}

export const receivableConsumer = (parts: ConsumerParts): EventConsumer =>
  batchConsumer(
    parts,
    {
      name: 'fiscal-cfdi-receivables',
      subject: 'accounts.receivable.changed',
      service: 'accounts',
      concerns: (event) => cfdiOf(event) !== undefined,
    },
    onReceivablesChanged,
  );
