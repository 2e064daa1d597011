import { certain } from '@timbre/fiscal';
import type { Sealed } from '@timbre/cfdi';
import { conflict, type Issue } from '@timbre/kit';
import type { Judged } from '../../domain/drafting/document-issues';

/**
 * Refuses to seal a draft that broke no rule when it was stored but breaks rules now. For example, a code
 * has expired, or the customer or the profile has changed.
 * @throws Refusal with conflict draft_invalid if there are issues
 */
export function refuseInvalid(issues: Issue[]): void {
  if (issues.length === 0) return;
  const message = 'The draft breaks rules of the SAT; correct it, then stamp it again.';
  throw conflict(message, 'draft_invalid', issues);
}

/**
 * Returns the document of a draft; refuses a draft with issues.
 * @throws the same refusal as `refuseInvalid`
 */
export function requireValid<Document>({ issues, document }: Judged<Document>): Document {
  refuseInvalid(issues);
  return certain(document, 'document');
}

/** The maximum size of an XML that PACs accept, in bytes (facts: pac-sat-webservices.md §1.3). */
const sealedBytesMax = 1 << 20;
/**
 * - document_too_large: the XML is larger than PACs accept; split the document into several
 * @throws Refusal with conflict draft_invalid if the document exceeds the limit
 */
export function withinPacLimit(sealed: Sealed): Sealed {
  const bytes = Buffer.byteLength(sealed.xml);
  if (bytes > sealedBytesMax) {
    const message = `The XML has ${bytes} bytes, PACs accept ${sealedBytesMax}; split it into several documents.`;
    refuseInvalid([{ path: ['document'], code: 'document_too_large', message }]);
  }
  return sealed;
}
