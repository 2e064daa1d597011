import type { commerce } from '@timbre/contract';
import { paperLanguageOf, parseDocumentRef } from '@timbre/fiscal';
import { invalid, query, type CallContext, type PageLinks, type Reader } from '@timbre/kit';
import type { PrintedSale, SalesPaper } from '../domain/ports';
import { printedQuote } from '../domain/printed-quote';
import { saleFileName } from '../domain/sale-file-name';
import { documentLanguageOf } from '../store/contacts';
import { liveLinkOf } from '../store/public-links';
import { Quote, quoteIdOf, quoteResource } from '../store/quotes';
import { receiptToPrint } from '../workflows/receipt-to-print';
import type { PageProviders } from '../workflows/public-links';

interface Providers extends PageProviders {
  paper: SalesPaper<CallContext>;
}

/**
 * Returns the PDF of a quote as its buyer sees it, or of a receipt on letter paper or as a ticket
 * of 80 mm. The possible refusals are not_found; format_not_available, because quotes and receipts
 * have no XML and a quote has no ticket.
 */
export const downloadDocument = query(
  async (
    read,
    request: commerce.DownloadDocumentRequest,
    { paper, pages }: Providers,
  ): Promise<commerce.DownloadDocumentResponse> => {
    const isReceipt = parseDocumentRef(request.documentRef)?.prefix === 'sales_receipt';
    const { printed, fileName } = isReceipt
      ? await receiptToPrint(read, request, pages)
      : await quoteToPrint(read, request, pages);
    const isOffered = request.format === 'pdf' || (isReceipt && request.format === 'ticket');
    if (!isOffered) throw notOffered();
    const content = Buffer.from(await paper.print(read.context, printed));
    return { content, contentType: 'application/pdf', fileName };
  },
);

async function quoteToPrint(
  read: Reader,
  { documentRef, language }: commerce.DownloadDocumentRequest,
  pages: PageLinks,
): Promise<{ printed: PrintedSale; fileName: string }> {
  const quote = await read.get(Quote, quoteIdOf(documentRef), quoteResource.name);
  const linkId = quote.status === 'sent' && (await liveLinkOf(read, 'quote', quote.id));
  const chosen = paperLanguageOf(language ?? (await documentLanguageOf(read, quote.customerId)));
  const printed = printedQuote(quote, {
    language: chosen,
    acceptanceUrl: linkId ? pages.urlOf(linkId) : undefined,
  });
  return { printed, fileName: saleFileName('quote', quote.folioNumber, chosen) };
}

/**
 * - format_not_available: only a fiscal document has XML; this document has a PDF, and a receipt also has a
 *   ticket
 */
function notOffered() {
  const message =
    'This is not a fiscal document and has no XML. It has a PDF; a receipt also has a ticket.';
  return invalid([{ path: ['format'], code: 'format_not_available', message }]);
}
