/** A message by its key in the catalogue of texts, with the values of its places. */
export interface MessageText {
  key: string;
  /** A value that is a text itself stands there in each language. */
  values: Readonly<Record<string, string | Readonly<Record<'en' | 'es', string>>>>;
}

/** An answer lists at most so many issues: a longer list does not help, and would exceed the limit of gRPC. */
export const issuesMax = 100;

/** One fault of a request: its path, its message, and a stable code for programs. */
export interface Issue {
  path: (string | number)[];
  message: string;
  code: string;
  /** The code of the SAT's matrices, or of a PAC, for this fault. */
  satCode?: string | undefined;
  /** The message in every language; the code alone says it where it is absent. */
  text?: MessageText | undefined;
}
