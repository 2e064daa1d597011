import { z } from 'zod';

/** The settings of commerce beside the common settings; `.env.example` documents them. */
export const commerceSettings = {
  /** The base address of public pages. */
  TIMBRE_PUBLIC_URL: z.url({ protocol: /^https?$/ }),
};
