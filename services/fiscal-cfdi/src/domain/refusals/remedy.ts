/** The remedy for PAC refusals with the same cause. */
export interface Remedy {
  /** Codes of the SAT's matrices or of PACs; `CFDI40150-40156` is a range. */
  readonly satCodes: string;
  /**
   * The path of the input field of an income that causes the refusal; '' if no field causes it.
   * refusal-issue.ts has the fields of other kinds.
   */
  readonly path: string;
  /** The receiver's field in a document whose receiver is not a contact, such as a withholding document. */
  readonly receiverField?: 'rfc' | 'legalName' | 'postalCode';
  readonly code: string;
  readonly message: string;
}
