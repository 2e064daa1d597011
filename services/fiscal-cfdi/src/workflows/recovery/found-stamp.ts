import { localDateTimeIn } from '@timbre/fiscal';
import type { ReadVerdict } from '../../domain/drafting/read-documents';

/** A stamped document that a PAC returned or that a file contains. */
export interface FoundStamp {
  xml: Buffer;
  read: Exclude<ReadVerdict, { issues: unknown }>;
  /** The name of the PAC that returned the document; undefined for a document from a file. */
  pac: string | undefined;
}

/** The time zone of the attribute FechaTimbrado. */
const stampZone = 'America/Mexico_City';

/**
 * The allowed difference between clocks and time zones, in milliseconds. Documents that were stamped up to
 * this time before the restored point are looked at too; a document that is already stored is skipped.
 */
export const marginMs = 2 * 3_600_000;

/** Returns an instant as the local time in which PACs write FechaTimbrado. */
export const stampTime = (ms: number): string => localDateTimeIn(ms, stampZone);

/** Returns the time of the stamp in central Mexico. */
export const stampedAt = ({ read }: FoundStamp): string => read.columns.stamp.stampedLocalDateTime;

/**
 * Returns the reason why a document may not be recovered; undefined if it may.
 * - stamped_before: the document was stamped before the restored point
 * - certificate_not_stored: the seal is of a certificate that the organization does not have. Either another
 *   system of the taxpayer issued the document, or the organization must upload the certificate again
 * - issuer_certificate_not_trusted: no authority of the SAT issued the certificate of the seal
 * - pac_not_known: a file has a stamp of a PAC whose certificate is unknown, so the stamp cannot be verified
 */
export function refusalOf(
  found: FoundStamp,
  { sinceMs, certificates }: { sinceMs: number; certificates: ReadonlySet<string> },
): string | undefined {
  const { columns } = found.read;
  if (columns.direction !== 'issued') return 'not_issued';
  if (stampedAt(found) < stampTime(sinceMs - marginMs)) return 'stamped_before';
  if (!certificates.has(columns.stamp.certificateNumber)) return 'certificate_not_stored';
  const codes = (columns.warnings ?? []).map(({ code }) => code);
  if (codes.includes('issuer_certificate_not_trusted')) return 'issuer_certificate_not_trusted';
  // A PAC that returns the document over its own connection is trusted as when it stamps a document.
  if (found.pac === undefined && codes.includes('pac_not_known')) return 'pac_not_known';
  return undefined;
}
