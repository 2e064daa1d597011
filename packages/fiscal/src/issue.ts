/**
 * A message, identified by its key in the catalogue of texts, with the values for its placeholders.
 */
export interface MessageText {
  key: string;
  /** The values. A value that is itself translated has a text for each language. */
  values: Readonly<Record<string, string | Readonly<Record<'en' | 'es', string>>>>;
}

/**
 * Maximum number of issues in an answer. A longer list does not help the caller and would exceed
 * the size limit of gRPC.
 */
export const issuesMax = 100;

/** A fault of a request: its path, its message, and a stable code for programs. */
export interface Issue {
  path: (string | number)[];
  message: string;
  code: string;
  /** The code of the SAT's matrices, or a PAC's code, for this fault. */
  satCode?: string | undefined;
  /** The message in every language. If absent, the message is determined by the code alone. */
  text?: MessageText | undefined;
}
