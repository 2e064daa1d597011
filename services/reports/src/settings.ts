import { z } from 'zod';

/** Settings of reports besides the common ones; `.env.example` documents them. */
export const reportsSettings = {
  TIMBRE_ACCOUNTS_ADDRESS: z.string().min(1),
  TIMBRE_COMMERCE_ADDRESS: z.string().min(1),
  TIMBRE_FISCAL_CFDI_ADDRESS: z.string().min(1),
  TIMBRE_SAT_SYNC_ADDRESS: z.string().min(1),
};
