import type { fiscalCfdi } from '@timbre/contract';
import { query } from '@timbre/kit';
import { nothingSaved } from '../domain/complements/saved-transport';
import { shownTransportSettings } from '../store/set-up/transport-settings';

/**
 * Returns the saved vehicles, persons and routes; the lists are empty if the organization has no settings.
 */
export const getTransportSettings = query(
  async (read, _: fiscalCfdi.GetTransportSettingsRequest) => {
    const json = await shownTransportSettings(read);
    return Buffer.from(`{"data":${json ?? JSON.stringify(nothingSaved)}}`);
  },
);
