import { pageLinkSettings } from '@timbre/kit';
import { z } from 'zod';

/** The settings of commerce in addition to the common settings; `.env.example` documents them. */
export const commerceSettings = {
  ...pageLinkSettings,
  /** The base URL of public pages. */
  TIMBRE_PUBLIC_URL: z.url({ protocol: /^https?$/ }),
};
