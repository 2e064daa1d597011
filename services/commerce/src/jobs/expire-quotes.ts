import {
  createDueJob,
  createRun,
  type JobParts,
  type CallContext,
  type Runtime,
} from '@timbre/kit';
import { statusAt } from '../domain/quote';
import { dueOffers, Quote, quoteResource } from '../store/quotes';
import { move } from '../workflows/quote-state';

const everyMs = 10_000;
const batchMax = 16;

/** Creates a job that marks offers as expired after their last day. */
export const createQuoteExpiry = ({ runtime, systemPool }: JobParts) =>
  createDueJob(runtime, systemPool, {
    name: 'expire-quotes',
    everyMs,
    due: dueOffers,
    batchMax,
    work: (context, { id }) => expireQuote(runtime, context, id),
  });

/**
 * Marks a quote as expired, except if the quote has already expired or changed in the meantime.
 * @returns whether this call changed the status of the quote to expired
 */
export function expireQuote(runtime: Runtime, context: CallContext, id: string): Promise<boolean> {
  return createRun(runtime, context).step(async (tx) => {
    const quote = await tx.lock(Quote, id, quoteResource.name);
    if (quote.status === 'expired' || statusAt(quote, tx.businessNow) !== 'expired') return false;
    move(tx, quote, 'expire');
    return true;
  });
}
