import type { PackageAnswer, RequestAnswer, VerifyAnswer } from './answers';
import type { Span } from './spans';

export type Direction = 'issued' | 'received';
/** The kind of contents of a package. */
export type PackageType = 'metadata' | 'cfdi';
/**
 * - folio: the UUID of one CFDI, which is requested without a period
 * - withholding: the XML of withholding documents
 */
export type RequestType = PackageType | 'folio' | 'withholding';

/** The span of a request by folio is the UUID, at both ends. */
export interface DownloadRequest extends Span {
  /** The taxpayer whose documents are requested: the owner of the FIEL. */
  rfc: string;
  direction: Direction;
  requestType: RequestType;
}

/** The SAT's mass download. A call does not throw when the SAT fails; it returns an outcome. */
export interface MassDownload<Context> {
  request(context: Context, asked: DownloadRequest): Promise<RequestAnswer>;
  verify(context: Context, satId: string): Promise<VerifyAnswer>;
  /** Hands the bytes of the ZIP over in pieces. */
  download(
    context: Context,
    packageId: string,
    write: (bytes: Buffer) => Promise<void>,
  ): Promise<PackageAnswer>;
}
