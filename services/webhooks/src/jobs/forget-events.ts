import { every, type JobParts } from '@timbre/kit';
import { forgetOld } from '../store/retention';

const everyMs = 60_000;

/** Deletes old events, and deliveries of deleted endpoints. */
export const createForgetJob = ({ runtime, systemPool }: JobParts) =>
  every(everyMs, () => forgetOld(systemPool, runtime.now()), runtime.logger, 'job forget-events');
