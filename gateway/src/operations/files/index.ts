import { downloadDocument } from './download-document';

export const files = [downloadDocument];
