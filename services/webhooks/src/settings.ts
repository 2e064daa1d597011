import { secretSettings } from '@timbre/kit';
import { z } from 'zod';

/** The settings of webhooks that are not common to all services; `.env.example` documents them. */
export const webhookSettings = {
  ...secretSettings,
  /** Hosts that endpoints may use although the hosts are not public, separated by commas. */
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
