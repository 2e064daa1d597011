import { fiscalCfdi } from '@timbre/contract';
import {
  readPayload,
  transactionConsumer,
  type ConsumerParts,
  type EventConsumer,
  type ReceivedEvent,
  type Transaction,
} from '@timbre/kit';
import { wantFolio } from '../store/folios';

/** The currency code (c_Moneda) of a CFDI that fiscal-cfdi stores only from metadata. */
const unknownCurrency = 'XXX';

/**
 * Requests the missing XML of a received CFDI from the SAT, because the receiver must see a document
 * whose cancellation the issuer requests.
 */
export async function onCancellationRequest(event: ReceivedEvent, tx: Transaction): Promise<void> {
  const request = readPayload(fiscalCfdi.CancellationRequest, event.payload);
  const isComplete = request.cfdiId !== undefined && request.currency !== unknownCurrency;
  if (!isComplete) await wantFolio(tx, request.receiverRfc, request.uuid.toLowerCase());
}

export const cancellationRequestConsumer = (parts: ConsumerParts): EventConsumer =>
  transactionConsumer(
    parts,
    {
      name: 'sat-sync-cancellation-requests',
      service: 'fiscal-cfdi',
      subject: 'fiscal_cfdi.cancellation_request.received',
    },
    onCancellationRequest,
  );
