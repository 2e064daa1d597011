/**
 * The kinds of documents that are sealed, stamped and canceled, named by the prefix of their
 * references.
 */
export type DocumentKind = 'cfdi' | 'withholding';
