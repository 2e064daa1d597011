/** Documents that are sealed, stamped and canceled: by the prefix of their references. */
export type DocumentKind = 'cfdi' | 'withholding';
