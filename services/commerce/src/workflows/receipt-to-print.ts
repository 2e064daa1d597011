import type { commerce } from '@timbre/contract';
import type { PageLinks, Reader } from '@timbre/kit';
import { paperLanguageOf } from '@timbre/fiscal';
import { printedReceipt } from '../domain/printed-receipt';
import { saleFileName } from '../domain/sale-file-name';
import { documentLanguageOf } from '../store/contacts';
import { Location, zoneOf } from '../store/locations';
import { liveLinkOf } from '../store/public-links';
import { ReceiptSettings } from '../store/receipt-settings';
import {
  itemsOfReceipt,
  receiptIdOf,
  SalesReceipt,
  salesReceiptResource,
} from '../store/sales-receipts';

/**
 * Reads a receipt with the organization's texts, and with its self-invoicing link if it has one.
 */
export async function receiptToPrint(
  read: Reader,
  { documentRef, format, language }: commerce.DownloadDocumentRequest,
  pages: PageLinks,
) {
  const receipt = await read.get(SalesReceipt, receiptIdOf(documentRef), salesReceiptResource.name);
  const [lines, [settings], [location], linkId, ofCustomer] = await Promise.all([
    itemsOfReceipt(read, receipt.id),
    read.find(ReceiptSettings, [read.context.organizationId]),
    read.find(Location, receipt.locationId ? [receipt.locationId] : []),
    receipt.status === 'open' ? liveLinkOf(read, 'receipt', receipt.id) : undefined,
    documentLanguageOf(read, receipt.customerId),
  ]);
  const chosen = paperLanguageOf(language ?? ofCustomer);
  const printed = printedReceipt(
    // A plain query returns timestamps as text in PostgreSQL's format.
    { ...receipt, lines, createdAt: new Date(receipt.createdAt) },
    {
      language: chosen,
      header: settings?.header,
      footer: settings?.footer,
      isTicket: format === 'ticket',
      branch: location,
      zone: zoneOf(location?.postalCode),
      invoicingUrl: linkId === undefined ? undefined : pages.urlOf(linkId),
    },
  );
  return { printed, fileName: saleFileName('receipt', receipt.folio, chosen) };
}
