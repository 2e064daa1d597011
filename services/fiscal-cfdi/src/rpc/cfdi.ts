import type { fiscalCfdi } from '@timbre/contract';
import { answers, replies, type Runtime, type Rpcs } from '@timbre/kit';
import { archiveCfdi } from '../operations/archive-cfdi';
import { createCfdi } from '../operations/create-cfdi';
import { deleteCfdi } from '../operations/delete-cfdi';
import { downloadDocument } from '../operations/download-document';
import type { PdfProviders } from '../workflows/files/document-file';
import type { CfdiProviders } from '../workflows/drafting/draft-sources';
import { importCfdiXml, type ImportProviders } from '../operations/import-cfdi-xml';
import { duplicateCfdi } from '../operations/duplicate-cfdi';
import { getCfdi } from '../operations/get-cfdi';
import { listCfdiEvents } from '../operations/list-cfdi-events';
import { listCfdiRelations } from '../operations/list-cfdi-relations';
import { listCfdi } from '../operations/list-cfdi';
import { previewCfdi } from '../operations/preview-cfdi';
import { suggestPaymentComplement } from '../operations/suggest-payment-complement';
import { unarchiveCfdi } from '../operations/unarchive-cfdi';
import { updateCfdi } from '../operations/update-cfdi';

/** CFDI drafts and the CFDI they become. */
export const cfdiRpcs = (runtime: Runtime<CfdiProviders & PdfProviders & ImportProviders>) =>
  ({
    listCfdi: replies(listCfdi, runtime),
    createCfdi: replies(createCfdi, runtime),
    previewCfdi: replies(previewCfdi, runtime),
    suggestPaymentComplement: replies(suggestPaymentComplement, runtime),
    getCfdi: replies(getCfdi, runtime),
    updateCfdi: replies(updateCfdi, runtime),
    deleteCfdi: replies(deleteCfdi, runtime),
    importCfdiXml: replies(importCfdiXml, runtime),
    duplicateCfdi: replies(duplicateCfdi, runtime),
    listCfdiEvents: replies(listCfdiEvents, runtime),
    listCfdiRelations: replies(listCfdiRelations, runtime),
    archiveCfdi: replies(archiveCfdi, runtime),
    unarchiveCfdi: replies(unarchiveCfdi, runtime),
    downloadDocument: answers(downloadDocument, runtime),
  }) satisfies Partial<Rpcs<typeof fiscalCfdi.FiscalCfdiService>>;
