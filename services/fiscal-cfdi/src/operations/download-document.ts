import { documentFile } from '../workflows/files/document-file';

export const downloadDocument = documentFile;
