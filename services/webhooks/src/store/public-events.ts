import { publicBodies } from '@timbre/api';
import { publicWebhook } from './webhook-events';

/** The public forms of all events of this service. */
export const publicBody = publicBodies([publicWebhook]);
