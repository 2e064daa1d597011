import {
  createDueJob,
  createRun,
  type JobParts,
  type CallContext,
  type Runtime,
} from '@timbre/kit';
import { statusAt } from '../domain/quote';
import { Quote, quoteResource } from '../store/quotes';
import { move } from '../workflows/quote-state';

const everyMs = 10_000;
const batchMax = 16;
const batchesMax = 50;

/** By the real time, and in a sandbox by that of each organization that has advanced its clock. */
const due = `select d.org_id, d.id from (
    select org_id, id, expires_at from quotes
    where status in ('draft', 'sent') and expires_at <= $1
    union select q.org_id, q.id, q.expires_at from organization_clocks c
    join quotes q on q.org_id = c.org_id and q.status in ('draft', 'sent')
      and q.expires_at <= $1::timestamptz + c.ahead_ms * interval '1 millisecond'
  ) d order by d.expires_at`;

/** Ends offers whose last day has passed. */
export const createQuoteExpiry = ({ runtime, systemPool }: JobParts) =>
  createDueJob(runtime, systemPool, {
    name: 'expire-quotes',
    everyMs,
    due,
    batchMax,
    batchesMax,
    work: (context, { id }) => expireQuote(runtime, context, id),
  });

/** Expires a quote, unless it has expired or changed meanwhile. @returns whether it did */
export function expireQuote(runtime: Runtime, context: CallContext, id: string): Promise<boolean> {
  return createRun(runtime, context).step(async (tx) => {
    const quote = await tx.lock(Quote, id, quoteResource.name);
    if (quote.status === 'expired' || statusAt(quote, tx.businessNow) !== 'expired') return false;
    move(tx, quote, 'expire');
    return true;
  });
}
