import type { fiscalCfdi } from '@timbre/contract';
import { answers, replies, type Runtime, type Rpcs } from '@timbre/kit';
import { archiveCfdi } from '../operations/archive-cfdi';
import { createCfdi } from '../operations/create-cfdi';
import { deleteCfdi } from '../operations/delete-cfdi';
import { downloadDocument } from '../operations/download-document';
import { draftGlobalCreditNote } from '../operations/draft-global-credit-note';
import { draftGlobalInvoice } from '../operations/draft-global-invoice';
import { draftReceiptCreditNote } from '../operations/draft-receipt-credit-note';
import { draftReceiptInvoice } from '../operations/draft-receipt-invoice';
import type { PdfProviders } from '../workflows/files/document-file';
import type { CfdiProviders } from '../workflows/drafting/draft-sources';
import { checkCfdiStatus, type StatusProviders } from '../operations/check-cfdi-status';
import type { ImportReaderProviders } from '../domain/drafting/read-documents';
import { importCfdi } from '../operations/import-cfdi';
import { importCfdiXml } from '../operations/import-cfdi-xml';
import { duplicateCfdi } from '../operations/duplicate-cfdi';
import { getCfdi } from '../operations/get-cfdi';
import { listCfdiFamilies } from '../operations/list-cfdi-families';
import { listOwedCfdi } from '../operations/list-owed-cfdi';
import { listStampedCfdi } from '../operations/list-stamped-cfdi';
import { listCfdiEvents } from '../operations/list-cfdi-events';
import { listCfdiRelations } from '../operations/list-cfdi-relations';
import { listCfdi } from '../operations/list-cfdi';
import { listCfdiStates } from '../operations/list-cfdi-states';
import { previewCfdi } from '../operations/preview-cfdi';
import { readCfdi } from '../operations/read-cfdi';
import { suggestReceivedCfdi } from '../operations/suggest-received-cfdi';
import { suggestPaymentComplement } from '../operations/suggest-payment-complement';
import { unarchiveCfdi } from '../operations/unarchive-cfdi';
import { updateCfdi } from '../operations/update-cfdi';

type Providers = CfdiProviders & PdfProviders & ImportReaderProviders & StatusProviders;

/** Returns the rpcs for CFDI, from draft to cancellation. */
export const cfdiRpcs = (runtime: Runtime<Providers>) =>
  ({
    listCfdi: replies(listCfdi, runtime),
    createCfdi: replies(createCfdi, runtime),
    previewCfdi: replies(previewCfdi, runtime),
    suggestPaymentComplement: replies(suggestPaymentComplement, runtime),
    draftGlobalInvoice: answers(draftGlobalInvoice, runtime),
    draftReceiptInvoice: answers(draftReceiptInvoice, runtime),
    draftGlobalCreditNote: answers(draftGlobalCreditNote, runtime),
    draftReceiptCreditNote: answers(draftReceiptCreditNote, runtime),
    getCfdi: replies(getCfdi, runtime),
    updateCfdi: replies(updateCfdi, runtime),
    deleteCfdi: replies(deleteCfdi, runtime),
    importCfdiXml: replies(importCfdiXml, runtime),
    importCfdi: answers(importCfdi, runtime),
    listCfdiFamilies: answers(listCfdiFamilies, runtime),
    listOwedCfdi: answers(listOwedCfdi, runtime),
    listStampedCfdi: answers(listStampedCfdi, runtime),
    listCfdiStates: answers(listCfdiStates, runtime),
    checkCfdiStatus: replies(checkCfdiStatus, runtime),
    duplicateCfdi: replies(duplicateCfdi, runtime),
    listCfdiEvents: replies(listCfdiEvents, runtime),
    listCfdiRelations: replies(listCfdiRelations, runtime),
    archiveCfdi: replies(archiveCfdi, runtime),
    unarchiveCfdi: replies(unarchiveCfdi, runtime),
    readCfdi: answers(readCfdi, runtime),
    suggestReceivedCfdi: answers(suggestReceivedCfdi, runtime),
    downloadDocument: answers(downloadDocument, runtime),
  }) satisfies Partial<Rpcs<typeof fiscalCfdi.FiscalCfdiService>>;
