import type { PackageAnswer, RequestAnswer, VerifyAnswer } from './answers';
import type { Span } from './spans';

export type Direction = 'issued' | 'received';
/** The type of a package's contents. */
export type PackageType = 'metadata' | 'cfdi';
/**
 * - folio: a single CFDI, requested by its UUID without a period
 * - withholding: the XML of withholding documents
 */
export type RequestType = PackageType | 'folio' | 'withholding';

/**
 * A request to the SAT's mass download. For a request by folio, `from` and `to` both contain the UUID.
 */
export interface DownloadRequest extends Span {
  /**
   * The RFC of the taxpayer whose documents are requested; the FIEL must belong to the same
   * taxpayer.
   */
  rfc: string;
  direction: Direction;
  requestType: RequestType;
}

/**
 * The client of the SAT's mass download. If the SAT fails, a call returns the failure as an outcome
 * and does not throw.
 */
export interface MassDownload<Context> {
  request(context: Context, asked: DownloadRequest): Promise<RequestAnswer>;
  verify(context: Context, satId: string): Promise<VerifyAnswer>;
  /** Downloads a package and passes the bytes of the ZIP file to the caller in pieces. */
  download(
    context: Context,
    packageId: string,
    write: (bytes: Buffer) => Promise<void>,
  ): Promise<PackageAnswer>;
}
