/** One fault of a request: where it is, what is wrong, and a stable code for programs. */
export interface Issue {
  path: (string | number)[];
  message: string;
  code: string;
  /** The code of the SAT's matrices, or of a PAC, for this fault. */
  satCode?: string | undefined;
}
