import type { Runtime } from '@timbre/kit';
import type { SetUpProviders } from '../domain/ports';
import type { CfdiProviders } from '../operations/draft-sources';
import { cfdiRpcs } from './cfdi';
import { setUpRpcs } from './set-up';

/** Every rpc of the contract; the process does not start without one. */
export const rpcs = (runtime: Runtime<SetUpProviders & CfdiProviders>) => ({
  ...setUpRpcs(runtime),
  ...cfdiRpcs(runtime),
});
