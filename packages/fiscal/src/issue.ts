/**
 * A message, identified by its key in the catalogue of texts, and the values for its placeholders.
 */
export interface MessageText {
  key: string;
  /**
   * The values for the placeholders. If a value must be translated too, it has a text for each
   * language.
   */
  values: Readonly<Record<string, string | Readonly<Record<'en' | 'es', string>>>>;
}

/**
 * The maximum number of issues in a response. A longer list would not help the caller and would
 * exceed the size limit of gRPC.
 */
export const issuesMax = 100;

/** A fault in a request: its path, its message, and a stable code for programs. */
export interface Issue {
  path: (string | number)[];
  message: string;
  code: string;
  /** The code in the SAT's matrices, or the PAC's code, for this fault. */
  satCode?: string | undefined;
  /** The message in every language. If the message is absent, the code determines the message. */
  text?: MessageText | undefined;
}
