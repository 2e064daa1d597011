import { z } from 'zod';

/** Settings of accounts besides the common ones; `.env.example` documents them. */
export const accountsSettings = {
  TIMBRE_COMMERCE_ADDRESS: z.string().min(1),
  TIMBRE_FISCAL_CFDI_ADDRESS: z.string().min(1),
};
