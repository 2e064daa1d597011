/** A fault of a request: its path, a message and a stable code. */
export interface Issue {
  path: (string | number)[];
  message: string;
  code: string;
}
