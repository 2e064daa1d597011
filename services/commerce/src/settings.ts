import { z } from 'zod';

/** The settings of commerce in addition to the common settings; `.env.example` documents them. */
export const commerceSettings = {
  /** The base URL of public pages. */
  TIMBRE_PUBLIC_URL: z.url({ protocol: /^https?$/ }),
};
