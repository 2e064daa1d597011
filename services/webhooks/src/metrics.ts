import { counterMetric, durationMetric } from '@timbre/kit';

/**
 * Records the duration of an attempt to deliver an event. The metric for the duration of attempts
 * has the attribute `outcome`.
 */
export const recordWebhookAttempt = durationMetric(
  'timbre_webhook_attempt_duration_seconds',
  'attempts to deliver an event: `delivered`, or why not',
);

/** Records the time from an event's arrival to the end of its first attempt. */
export const recordWebhookDelay = durationMetric(
  'timbre_webhook_delay_seconds',
  "from an event's arrival to the end of its first attempt, where that delivered it",
);

const disabled = counterMetric(
  'timbre_webhooks_disabled',
  'endpoints disabled because they were gone, or failed for five days',
);

/**
 * Counts endpoints that were disabled because their attempts failed or they responded with status 410.
 */
export const countDisabled = (): void => disabled.add(1);
