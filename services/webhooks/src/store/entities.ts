import { Secret } from './secrets';
import { Webhook } from './webhooks';

/** All entities of this service. */
export const entities = [Secret, Webhook];
