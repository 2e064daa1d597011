import { counterMetric, durationMetric } from '@timbre/kit';

/** Attempts to deliver an event to an endpoint. Attribute: outcome. */
export const webhookAttemptDuration = durationMetric('timbre_webhook_attempt_duration_ms');

/** From the event's arrival to the end of the first attempt for an endpoint that answers. */
export const webhookDelay = durationMetric('timbre_webhook_delay_ms');

const disabled = counterMetric('timbre_webhooks_disabled');

/** Endpoints that were disabled because they failed or were gone. */
export const countDisabled = (): void => disabled.add(1);
