import { isDeepStrictEqual } from 'node:util';
import { mailWarnings } from '@timbre/api';
import type { commerce } from '@timbre/contract';
import {
  command,
  conflict,
  invalid,
  replyWith,
  requireJudged,
  type CallContext,
  type Issue,
} from '@timbre/kit';
import type { SalesPaper } from '../domain/ports';
import { quoteEvent } from '../store/quote-events';
import { publishedQuoteResource, shownQuote, type Quote } from '../store/quotes';
import { keepLink, type PageProviders } from '../workflows/public-links';
import { columnsOf } from '../workflows/quote-offer';
import { lockQuote, move } from '../workflows/quote-state';

/** The time for which a quote's page remains available after the offer expires. */
const pageMs = 30 * 86_400_000;

/**
 * Publishes a quote with its pending changes; the URL of its page stays the same. An unchanged
 * offer keeps its revision number, so the buyer can still accept the version that the page shows. A
 * job queues the mail of the quote.
 *
 * - quote_email_missing: the quote cannot be sent by mail, because it has no e-mail address
 */
export const publishQuote = command(
  async (tx, request: commerce.PublishQuoteRequest, { pages, paper }: PublishProviders) => {
    const way = request.sendEmail === false ? undefined : await paper.mailWay(tx.context);
    const quote = await lockQuote(tx, request.documentRef);
    await requireJudged(tx, shownQuote, quote.id);
    move(tx, quote, 'publish');
    const { pendingRevision, folioNumber, content, revisionNumber } = quote;
    if (pendingRevision) Object.assign(quote, columnsOf(folioNumber, pendingRevision));
    quote.pendingRevision = null;
    if (quote.expiresAt <= tx.businessNow) throw offerEnded();
    if (request.sendEmail && quote.content.customerEmail === undefined) throw invalid([noAddress]);
    const isSame = revisionNumber != null && isDeepStrictEqual(quote.content, content);
    quote.revisionNumber = (revisionNumber ?? 0) + (isSame ? 0 : 1);
    quote.sentAt ??= tx.now;
    quote.lastPublishedAt = tx.now;
    const expiresAt = new Date(quote.expiresAt.getTime() + pageMs);
    const link = await keepLink(tx, pages, { kind: 'quote', subjectId: quote.id, expiresAt });
    queueMail(quote, { ...request, linkId: link.id }, tx.now);
    tx.emit(() => quoteEvent('published', quote));
    return replyWith(publishedQuoteResource, quote.id, quote.mail ? mailWarnings(way) : []);
  },
);

interface PublishProviders extends PageProviders {
  paper: Pick<SalesPaper<CallContext>, 'mailWay'>;
}

const noAddress: Issue = {
  path: ['sendEmail'],
  code: 'quote_email_missing',
  message: 'The quote has no customerEmail; give it one, or publish it without a mail.',
};

function queueMail(
  quote: Quote,
  { sendEmail = true, message, linkId }: commerce.PublishQuoteRequest & { linkId: string },
  now: Date,
): void {
  const recipient = quote.content.customerEmail;
  const isSent = sendEmail && recipient !== undefined;
  quote.mail = isSent ? { recipient, message, linkId } : null;
  quote.mailAt = isSent ? now : null;
}

function offerEnded() {
  const message = 'The last day of the offer has passed; change validUntil first.';
  const issue = { path: ['validUntil'], code: 'valid_until_passed', message };
  return conflict(message, 'valid_until_passed', [issue]);
}
