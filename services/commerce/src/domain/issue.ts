/** A violated rule: the field, a message and a stable code. */
export interface Issue {
  path: (string | number)[];
  message: string;
  code: string;
}
