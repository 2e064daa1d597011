import { downloadDocument } from './download-document';
import { downloadDocuments } from './download-documents';
import { getDocumentsDownload } from './get-documents-download';
import { listDeliveries } from './list-deliveries';
import { sendDocument } from './send-document';

export const files = [
  downloadDocument,
  downloadDocuments,
  getDocumentsDownload,
  listDeliveries,
  sendDocument,
];
