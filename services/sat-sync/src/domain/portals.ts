import type { Filing, FilingDocument } from './declarations/filing';
import type { LabelledRow, QrCode } from './taxpayers/qr-page';

/** An open session of the declarations portal. */
export interface DeclarationsSession {
  /** The RFC of the owner of the FIEL. */
  rfc: string;
  list(fiscalYear: number, document: FilingDocument): Promise<Filing[]>;
  fetch(filing: Filing, fiscalYear: number, document: FilingDocument): Promise<Buffer>;
}

/**
 * Reads the SAT's portals after a login with the organization's FIEL. Every call may throw
 * SatFault, or the refusal of fiscal-cfdi if the organization has no FIEL.
 */
export interface SatPortals<Context> {
  declarations<T>(context: Context, work: (session: DeclarationsSession) => Promise<T>): Promise<T>;
  /** Returns the PDF of today's opinion of compliance. */
  opinion(context: Context): Promise<Buffer>;
  /** Returns the PDF of the Constancia. */
  constancia(context: Context): Promise<Buffer>;
  /**
   * Returns the rows of the page behind the QR code of a Constancia; undefined if the SAT does not know the
   * card.
   */
  qrRows(code: QrCode): Promise<LabelledRow[] | undefined>;
}

/** Reads files that clients uploaded. */
export interface UploadedPdfs<Context> {
  /**
   * Reads the content of an uploaded file.
   * @throws Refusal not_found, or conflict not_stored and file_too_large
   */
  read(context: Context, fileId: string): Promise<Buffer>;
}
