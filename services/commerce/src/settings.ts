import { z } from 'zod';

/** Settings of commerce besides the common ones; `.env.example` documents them. */
export const commerceSettings = {
  /** The addresses of public pages begin with it. */
  TIMBRE_PUBLIC_URL: z.url({ protocol: /^https?$/ }),
};
