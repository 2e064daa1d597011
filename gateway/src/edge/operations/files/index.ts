import { downloadDocument } from './download-document';
import { downloadDocuments } from './download-documents';
import { getDocumentsDownload } from './get-documents-download';
import { getFile } from './get-file';
import { listDeliveries } from './list-deliveries';
import { prepareUpload } from './prepare-upload';
import { sendDocument } from './send-document';

export const files = [
  downloadDocument,
  downloadDocuments,
  getDocumentsDownload,
  getFile,
  listDeliveries,
  prepareUpload,
  sendDocument,
];
