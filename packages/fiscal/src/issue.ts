/** One fault of a request: where it is, what is wrong, and a stable code for programs. */
export interface Issue {
  path: (string | number)[];
  message: string;
  code: string;
}
