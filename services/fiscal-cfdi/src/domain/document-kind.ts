/**
 * The kinds of documents that are sealed, stamped and canceled. Their names are the prefixes of document
 * references.
 */
export type DocumentKind = 'cfdi' | 'withholding';
