import { rfcWarnings } from '@timbre/api';
import { Rfc, type Issue } from '@timbre/fiscal';
import type { Reader } from '@timbre/kit';
import { rfcRepeated } from '../domain/contact';
import { otherContactOf, type Contact } from '../store/contacts';

/**
 * Returns the warnings about the RFC of a contact: the warnings of `rfcWarnings`, and
 * `rfc_repeated`.
 *
 * - rfc_repeated: another contact of the same kind has this RFC
 */
export async function contactWarnings(
  read: Reader,
  { id, kind, rfc }: Pick<Contact, 'kind'> & { id?: string; rfc?: string | null | undefined },
): Promise<Issue[]> {
  if (rfc == null || Rfc.parse(rfc)?.isGeneric()) return [];
  const other = await otherContactOf(read, { id, kind, rfc });
  return [...rfcWarnings(rfc), ...(other ? [rfcRepeated(other)] : [])];
}
