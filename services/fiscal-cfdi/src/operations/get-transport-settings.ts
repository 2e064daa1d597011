import type { fiscalCfdi } from '@timbre/contract';
import { query } from '@timbre/kit';
import { shownTransportSettings } from '../store/set-up/transport-settings';

const none = '{"vehicles":[],"figures":[],"routes":[]}';

/** Returns the saved vehicles, persons and routes; empty lists for an organization without settings. */
export const getTransportSettings = query(
  async (read, _: fiscalCfdi.GetTransportSettingsRequest) => {
    const json = await shownTransportSettings(read);
    return Buffer.from(`{"data":${json ?? none}}`);
  },
);
