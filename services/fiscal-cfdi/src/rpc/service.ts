import type { Runtime } from '@timbre/kit';
import type { SetUpProviders } from '../domain/ports';
import { setUpRpcs } from './set-up';

/** Every rpc of the contract; the process does not start without one. */
export const rpcs = (runtime: Runtime<SetUpProviders>) => ({
  ...setUpRpcs(runtime),
});
