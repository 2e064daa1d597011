import { secretSettings } from '@timbre/kit';
import { z } from 'zod';
import { pacsSettings } from './providers/pac-settings';

const url = z.url({ protocol: /^https?$/ });

/** Settings of fiscal-cfdi beyond those of every service; `.env.example` documents them. */
export const fiscalSettings = {
  ...secretSettings,
  TIMBRE_CA_BUNDLE_FILE: z.string().min(1).optional(),
  TIMBRE_PAC_CERTIFICATES: z.string().min(1).optional(),
  TIMBRE_AUTHORITY_URL: url.optional(),
  TIMBRE_COMMERCE_ADDRESS: z.string().min(1),
  TIMBRE_PAYROLL_ADDRESS: z.string().min(1),
  TIMBRE_STAMP_PRICE_MINOR: z.coerce.number().int().min(0).max(1_000_000).default(0),
  TIMBRE_TOP_UP_URL: z.url().optional(),
  TIMBRE_SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  TIMBRE_MAIL_FROM: z.email().optional(),
  TIMBRE_PACS: pacsSettings,
  TIMBRE_SAT_STATUS_URL: url,
  TIMBRE_SAT_WITHHOLDINGS_URL: url,
};
