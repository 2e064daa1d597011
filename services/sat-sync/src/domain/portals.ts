import type { Filing, FilingDocument } from './declarations/filing';
import type { LabelledRow, QrCode } from './taxpayers/qr-page';

/** An open session of the declarations portal. */
export interface DeclarationsSession {
  /** The RFC of the taxpayer who owns the FIEL. */
  rfc: string;
  list(fiscalYear: number, document: FilingDocument): Promise<Filing[]>;
  fetch(filing: Filing, fiscalYear: number, document: FilingDocument): Promise<Buffer>;
}

/**
 * Reads the SAT's portals after logging in with the organization's FIEL. Every call may throw SatFault.
 * If the organization has no FIEL, a call throws the refusal of fiscal-cfdi.
 */
export interface SatPortals<Context> {
  declarations<T>(context: Context, work: (session: DeclarationsSession) => Promise<T>): Promise<T>;
  /** Returns the PDF of the compliance opinion that the SAT issues today. */
  opinion(context: Context): Promise<Buffer>;
  /** Returns the PDF of the Constancia de Situación Fiscal. */
  constancia(context: Context): Promise<Buffer>;
  /**
   * Returns the rows of the web page behind the QR code of a Constancia, or undefined if the SAT
   * does not have this tax card.
   */
  qrRows(code: QrCode): Promise<LabelledRow[] | undefined>;
}

/** Reads files that clients uploaded. */
export interface UploadedPdfs<Context> {
  /**
   * Reads the content of an uploaded file.
   * @throws Refusal not_found, or conflict with the reason not_stored or file_too_large
   */
  read(context: Context, fileId: string): Promise<Buffer>;
}
