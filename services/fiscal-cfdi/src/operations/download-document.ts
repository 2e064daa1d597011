import { documentFile } from '../workflows/files/document-file';

/** The XML or the printed representation of a document. */
export const downloadDocument = documentFile;
