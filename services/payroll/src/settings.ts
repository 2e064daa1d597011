import { z } from 'zod';

/** What payroll reads besides the settings of every service; `.env.example` documents them. */
export const payrollSettings = { TIMBRE_FISCAL_CFDI_ADDRESS: z.string().min(1) };
