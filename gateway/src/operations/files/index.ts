import { downloadDocument } from './download-document';
import { listDeliveries } from './list-deliveries';
import { sendDocument } from './send-document';

export const files = [downloadDocument, listDeliveries, sendDocument];
