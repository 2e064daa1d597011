import { secretSettings } from '@timbre/kit';
import { z } from 'zod';

/** The settings of webhooks that are not common to all services; `.env.example` documents them. */
export const webhookSettings = {
  ...secretSettings,
  /** Hosts, separated by commas, that endpoints may use although they are not public. */
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
