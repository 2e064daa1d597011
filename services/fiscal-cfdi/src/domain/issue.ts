/** A fault of a request: where, in words, and as a stable code. */
export interface Issue {
  path: (string | number)[];
  message: string;
  code: string;
}
