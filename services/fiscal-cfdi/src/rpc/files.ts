import type { fiscalCfdi } from '@timbre/contract';
import { answers, replies, type Runtime, type Rpcs } from '@timbre/kit';
import { downloadDocuments } from '../operations/download-documents';
import { getDocumentsDownload } from '../operations/get-documents-download';
import { getFile } from '../operations/get-file';
import { getMail } from '../operations/get-mail';
import { getMailWay } from '../operations/get-mail-way';
import { listDeliveries } from '../operations/list-deliveries';
import { listMails } from '../operations/list-mails';
import { prepareUpload } from '../operations/prepare-upload';
import { printReport } from '../operations/print-report';
import { printSalesDocument } from '../operations/print-sales-document';
import { queueMail } from '../operations/queue-mail';
import { readDownloadPart } from '../operations/read-download-part';
import { readFilePart } from '../operations/read-file-part';
import { readMailFile } from '../operations/read-mail-file';
import { sendDocument } from '../operations/send-document';
import type { MailProviders } from '../domain/files/mailer';
import { storeFile } from '../operations/store-file';
import { writeFilePart } from '../operations/write-file-part';
import type { PdfProviders } from '../workflows/files/document-file';

/** Returns the rpcs for document files, ZIP downloads, mails, and files that clients upload. */
export const filesRpcs = (runtime: Runtime<MailProviders & PdfProviders>) =>
  ({
    prepareUpload: replies(prepareUpload, runtime),
    getFile: replies(getFile, runtime),
    writeFilePart: replies(writeFilePart, runtime),
    storeFile: replies(storeFile, runtime),
    readFilePart: answers(readFilePart, runtime),
    downloadDocuments: replies(downloadDocuments, runtime),
    getDocumentsDownload: replies(getDocumentsDownload, runtime),
    readDownloadPart: answers(readDownloadPart, runtime),
    sendDocument: replies(sendDocument, runtime),
    queueMail: replies(queueMail, runtime),
    printSalesDocument: answers(printSalesDocument, runtime),
    printReport: answers(printReport, runtime),
    listDeliveries: replies(listDeliveries, runtime),
    getMailWay: answers(getMailWay, runtime),
    listMails: replies(listMails, runtime),
    getMail: replies(getMail, runtime),
    readMailFile: answers(readMailFile, runtime),
  }) satisfies Partial<Rpcs<typeof fiscalCfdi.FiscalCfdiService>>;
