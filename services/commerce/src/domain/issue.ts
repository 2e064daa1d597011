/** A rule that the fields of a resource break: where, in words, and as a stable code. */
export interface Issue {
  path: (string | number)[];
  message: string;
  code: string;
}
