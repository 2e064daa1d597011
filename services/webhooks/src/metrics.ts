import { counterMetric, durationMetric } from '@timbre/kit';

/** The duration of attempts to deliver an event to an endpoint. Attribute: outcome. */
export const webhookAttemptDuration = durationMetric('timbre_webhook_attempt_duration_ms');

/** The delay from the event's arrival to the end of the first attempt, for endpoints that answer. */
export const webhookDelay = durationMetric('timbre_webhook_delay_ms');

const disabled = counterMetric('timbre_webhooks_disabled');

/** Counts endpoints that were disabled because they failed or answered 410. */
export const countDisabled = (): void => disabled.add(1);
