import { Secret } from '@timbre/kit';
import { Webhook, WebhookHealth } from './webhooks';
import { DeliveryAttempt, Delivery } from './deliveries';
import { StoredEvent } from './events';

/** All database entities of the webhooks service. */
export const entities = [Delivery, DeliveryAttempt, Secret, StoredEvent, Webhook, WebhookHealth];
