import type { Reader, Transaction } from '@timbre/kit';
import {
  nothingSaved,
  savedCodesOf,
  withSavedTransport,
  type FilledDraft,
} from '../../domain/complements/saved-transport';
import type { DraftInput } from '../../domain/drafting/draft';
import { readSaved, savedIn } from '../../store/set-up/transport-settings';

/**
 * Replaces the codes of a draft with the saved vehicles, persons and routes. A draft without codes needs no
 * query.
 */
export async function withTransportIn(tx: Transaction, input: DraftInput): Promise<FilledDraft> {
  const codes = savedCodesOf(input);
  return withSavedTransport(input, codes ? await savedIn(tx, codes) : nothingSaved);
}

/** Like `withTransportIn`, but for queries. */
export async function readWithTransport(read: Reader, input: DraftInput): Promise<FilledDraft> {
  const codes = savedCodesOf(input);
  return withSavedTransport(input, codes ? await readSaved(read, codes) : nothingSaved);
}
