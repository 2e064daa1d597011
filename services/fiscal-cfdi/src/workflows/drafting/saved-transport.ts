import type { Reader, Transaction } from '@timbre/kit';
import { namesSavedTransport, withSavedTransport } from '../../domain/complements/saved-transport';
import type { DraftInput } from '../../domain/drafting/draft';
import { readTransportSettings, transportSettingsIn } from '../../store/set-up/transport-settings';

const none = { vehicles: [], figures: [], routes: [] };

/** Puts saved vehicles, persons and routes in the place of their codes. Most drafts name none. */
export const withTransportIn = async (tx: Transaction, input: DraftInput) =>
  withSavedTransport(input, namesSavedTransport(input) ? await transportSettingsIn(tx) : none);

/** Runs `withTransportIn` for queries. */
export const readWithTransport = async (read: Reader, input: DraftInput) =>
  withSavedTransport(input, namesSavedTransport(input) ? await readTransportSettings(read) : none);
