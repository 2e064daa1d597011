import type { Cfdi } from './cfdi';

/** What sealing, stamping and cancelling work with: columns that documents of every kind share. */
export type FiscalDocument = Pick<
  Cfdi,
  | 'id'
  | 'version'
  | 'status'
  | 'stage'
  | 'archived'
  | 'seriesId'
  | 'series'
  | 'folio'
  | 'uuid'
  | 'placeOfIssue'
  | 'datedOn'
  | 'issuedLocal'
  | 'sealedXml'
  | 'stampedXml'
  | 'selloHash'
  | 'stamp'
  | 'lastRejection'
  | 'updatedAt'
> & { input: { pdfCustomSection?: string | undefined } };
