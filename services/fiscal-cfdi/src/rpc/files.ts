import type { fiscalCfdi } from '@timbre/contract';
import { answers, replies, type Runtime, type Rpcs } from '@timbre/kit';
import { downloadDocuments } from '../operations/download-documents';
import { getDocumentsDownload } from '../operations/get-documents-download';
import { listDeliveries } from '../operations/list-deliveries';
import { readDownloadPart } from '../operations/read-download-part';
import { sendDocument, type MailProviders } from '../operations/send-document';

/** Documents as files: many at once, and on their way to people. */
export const filesRpcs = (runtime: Runtime<MailProviders>) =>
  ({
    downloadDocuments: replies(downloadDocuments, runtime),
    getDocumentsDownload: replies(getDocumentsDownload, runtime),
    readDownloadPart: answers(readDownloadPart, runtime),
    sendDocument: replies(sendDocument, runtime),
    listDeliveries: replies(listDeliveries, runtime),
  }) satisfies Partial<Rpcs<typeof fiscalCfdi.FiscalCfdiService>>;
