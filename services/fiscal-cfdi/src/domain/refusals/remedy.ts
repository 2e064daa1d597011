/** The remedy for refusals of a PAC with the same cause. */
export interface Remedy {
  /** Codes of the SAT's matrices or of PACs; `CFDI40150-40156` is a range. */
  readonly satCodes: string;
  /** The input field that causes it, for an income (refusal-issue.ts has the other kinds); '' for none. */
  readonly path: string;
  /** The field of a receiver without a contact, as in a withholding document. */
  readonly receiverField?: 'rfc' | 'legalName' | 'postalCode';
  readonly code: string;
  readonly message: string;
}
