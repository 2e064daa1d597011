/**
 * The kinds of documents that Timbre seals, stamps and cancels. The names of the kinds are also the
 * prefixes of document references.
 */
export type DocumentKind = 'cfdi' | 'withholding';
