import { z } from 'zod';

/** Settings of payroll besides the common ones; `.env.example` documents them. */
export const payrollSettings = { TIMBRE_FISCAL_CFDI_ADDRESS: z.string().min(1) };
