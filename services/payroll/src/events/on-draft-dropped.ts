import { payroll } from '@timbre/contract';
import { readPayload, type ConsumerParts, type EventConsumer } from '@timbre/kit';
import type { StampingProviders } from '../workflows/readiness-to-stamp';
import { stepsConsumer } from './steps-consumer';

/**
 * Deletes drafts in fiscal-cfdi that no row uses any more. The folios of these drafts are not used again.
 */
export function droppedDraftConsumer(parts: ConsumerParts<StampingProviders>): EventConsumer {
  const subject = 'payroll.row.draft_dropped';
  const interest = { name: 'payroll-dropped-drafts', subject, concurrency: 4 };
  return stepsConsumer(parts, interest, (event, context) => {
    const { documentRef } = readPayload(payroll.DraftDropped, event.payload);
    return parts.runtime.providers.cfdi.discard(context, documentRef);
  });
}
