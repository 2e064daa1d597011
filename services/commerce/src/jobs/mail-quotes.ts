import {
  certain,
  documentRef,
  paperLanguageOf,
  paperWords,
  type PaperLanguage,
  type PaperWords,
} from '@timbre/fiscal';
import {
  createDueJob,
  createRun,
  Refusal,
  type JobParts,
  type CallContext,
  type Runtime,
} from '@timbre/kit';
import type { SalesPaper } from '../domain/ports';
import { printedQuote } from '../domain/printed-quote';
import { saleFileName } from '../domain/sale-file-name';
import type { QuoteContent } from '../domain/quote';
import { Contact } from '../store/contacts';
import { dueMails, Quote, quoteResource } from '../store/quotes';
import type { PageProviders } from '../workflows/public-links';

interface MailingProviders extends PageProviders {
  paper: SalesPaper<CallContext>;
}

const everyMs = 1_000;
const batchMax = 4;
/**
 * The lease is longer than a call of fiscal-cfdi takes. The wait after a failure is equally long.
 */
const leaseMs = 60_000;

/** Creates a job that queues the mails of published quotes in fiscal-cfdi, which sends them. */
export const createQuoteMailer = ({ runtime, systemPool }: JobParts<MailingProviders>) =>
  createDueJob(runtime, systemPool, {
    name: 'mail-quotes',
    everyMs,
    due: dueMails,
    batchMax,
    work: (context, { id }) => mailQuote(runtime, context, id),
  });

/**
 * Queues the mail of a quote, once per publication. Without a mail server or a fiscal profile, no
 * mail is sent; any other failure is retried.
 * @returns whether this worker processed the mail
 */
export async function mailQuote(
  runtime: Runtime<MailingProviders>,
  context: CallContext,
  id: string,
): Promise<boolean> {
  const run = createRun(runtime, context);
  const quote = await run.step(async (tx) => {
    const found = await tx.lock(Quote, id, quoteResource.name);
    if (!found.mailAt || found.mailAt > tx.now) return undefined;
    found.mailAt = new Date(tx.now.getTime() + leaseMs);
    const customer = found.customerId ? await tx.find(Contact, found.customerId) : undefined;
    return { ...found, language: paperLanguageOf(customer?.documentLanguage) };
  });
  if (!quote) return false;
  await handOver(runtime, context, quote).catch((error: unknown) => {
    if (!(error instanceof Refusal) || error.details.retryable === true) throw error;
    runtime.logger.warn({ err: error, quoteId: id }, 'the mail of a quote is given up');
  });
  await run.step(async (tx) => {
    const found = await tx.lock(Quote, id, quoteResource.name);
    const isLast = found.lastPublishedAt?.getTime() === quote.lastPublishedAt?.getTime();
    if (isLast) found.mail = found.mailAt = null;
  });
  return true;
}

async function handOver(
  { providers: { paper, pages } }: Runtime<MailingProviders>,
  context: CallContext,
  quote: Quote & { language: PaperLanguage },
): Promise<void> {
  const { id, folioNumber, lastPublishedAt, content, language } = quote;
  const mail = certain(quote.mail, 'mail');
  const reference = documentRef('quote', id);
  const url = pages.urlOf(mail.linkId);
  const { quote: words } = paperWords(language);
  const file = await paper.print(context, printedQuote(quote, { language, acceptanceUrl: url }));
  await paper.mail(
    context,
    `${reference}:${certain(lastPublishedAt, 'lastPublishedAt').toISOString()}`,
    {
      documentRef: reference,
      recipients: [mail.recipient],
      subject: words.mailSubject(folioNumber),
      text: mailText(content, mail.message, words, url),
      fileName: saleFileName('quote', folioNumber, language),
      contentType: 'application/pdf',
      content: file,
    },
  );
}

/** Returns the text of the mail as plain text, because user input could contain markup. */
const mailText = (
  { customerName, validUntil }: QuoteContent,
  message: string | undefined,
  words: PaperWords['quote'],
  url: string,
): string => [message ?? `${customerName}:`, '', words.mailText(validUntil), url, ''].join('\n');
