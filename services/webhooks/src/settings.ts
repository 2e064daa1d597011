import { secretSettings } from '@timbre/kit';
import { z } from 'zod';

/** The settings of webhooks beside the common settings; `.env.example` documents them. */
export const webhookSettings = {
  ...secretSettings,
  /** Hosts that endpoints may use although they are not public, separated by commas. */
  TIMBRE_WEBHOOK_ALLOWED_HOSTS: z
    .string()
    .default('')
    .transform(
      (list) =>
        new Set(
          list
            .split(',')
            .map((host) => host.trim().toLowerCase())
            .filter(Boolean),
        ),
    ),
};
