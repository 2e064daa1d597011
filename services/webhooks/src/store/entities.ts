import { Secret } from '@timbre/kit';
import { Webhook } from './webhooks';

/** All entities of this service. */
export const entities = [Secret, Webhook];
