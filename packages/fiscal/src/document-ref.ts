import { certain } from './presence';

/** The prefixes of public document references (DocumentRef in part 2 of the specification). */
export const documentPrefixes = [
  'cfdi',
  'withholding',
  'sales_receipt',
  'quote',
  'expense',
  'declaration',
  'tax_compliance_opinion',
  'sales_receipt_refund',
] as const;

export type DocumentPrefix = (typeof documentPrefixes)[number];

/** The public reference of a document, `<prefix>:<id>`. */
export type DocumentRef<P extends DocumentPrefix = DocumentPrefix> = `${P}:${string}`;

const pattern = /^([a-z_]+):([A-Za-z0-9_-]{1,128})$/;

/** Parses a reference, optionally with a required prefix. */
export function parseDocumentRef<P extends DocumentPrefix = DocumentPrefix>(
  text: string,
  only?: P,
): { prefix: P; id: string } | undefined {
  const [, prefix, id] = pattern.exec(text) ?? [];
  if (id === undefined || !documentPrefixes.some((known) => known === prefix)) return undefined;
  if (only !== undefined && prefix !== only) return undefined;
  return { prefix: prefix as P, id };
}

/**
 * Returns the id in a reference that this system has created.
 * @throws Error if the text is not a reference with the required prefix
 */
export const documentIdOf = (text: string, only?: DocumentPrefix): string =>
  certain(parseDocumentRef(text, only), 'the document').id;

/** @throws RangeError if the id is malformed */
export function documentRef<P extends DocumentPrefix>(prefix: P, id: string): DocumentRef<P> {
  const ref: DocumentRef<P> = `${prefix}:${id}`;
  if (!pattern.test(ref)) throw new RangeError(`the document id is malformed: ${id.slice(0, 40)}`);
  return ref;
}
