/**
 * The remedy for documents that PACs refuse with certain codes: the input field to correct, and a message
 * that explains the correction.
 */
export interface Remedy {
  /** The error codes of the SAT's matrices or of PACs; `CFDI40150-40156` is a range. */
  readonly satCodes: string;
  /**
   * The path of the field in an income's input that causes the refusal, or '' if no field causes it;
   * refusal-issue.ts contains the paths for other kinds.
   */
  readonly path: string;
  /**
   * The receiver's field that causes the refusal, for documents whose receiver is not a contact, such as
   * withholding documents.
   */
  readonly receiverField?: 'rfc' | 'legalName' | 'postalCode';
  readonly code: string;
  readonly message: string;
}
