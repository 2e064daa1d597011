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
 * Replaces the codes in a draft with the saved vehicles, persons and routes. For a draft without such
 * codes, the function does not query the database.
 */
export async function withTransportIn(tx: Transaction, input: DraftInput): Promise<FilledDraft> {
  const codes = savedCodesOf(input);
  return withSavedTransport(input, codes ? await savedIn(tx, codes) : nothingSaved);
}

/** Like `withTransportIn`, but outside a transaction. */
export async function readWithTransport(read: Reader, input: DraftInput): Promise<FilledDraft> {
  const codes = savedCodesOf(input);
  return withSavedTransport(input, codes ? await readSaved(read, codes) : nothingSaved);
}
