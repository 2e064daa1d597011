import { every, type JobParts } from '@timbre/kit';
import { forgetOld } from '../store/retention';

const everyMs = 60_000;

/** Removes old events, and deliveries that lead nowhere. */
export const createForgetJob = ({ runtime, systemPool }: JobParts) =>
  every(everyMs, () => forgetOld(systemPool, runtime.now()), runtime.logger, 'job forget-events');
