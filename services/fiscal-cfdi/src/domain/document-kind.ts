/**
 * The kinds of documents that are sealed, stamped and canceled. The names of the kinds are the
 * prefixes of document references.
 */
export type DocumentKind = 'cfdi' | 'withholding';
