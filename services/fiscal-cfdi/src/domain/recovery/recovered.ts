/** The result for a stamped document that was found at a PAC or in a file. */
export type Recovered =
  /** The database already has the document with its stamp. */
  | { action: 'known'; documentRef: string }
  /**
   * The draft of the document gets its stamp.
   * @property equalDrafts the number of drafts with the same content, of which the oldest gets the stamp
   */
  | { action: 'repaired'; documentRef: string; equalDrafts: number }
  /** The database has no draft of the document, so it is stored as an issued document. */
  | { action: 'imported'; documentRef: string }
  /** The document is not stored; `code` is the reason. */
  | { action: 'refused'; code: string };
