import { replies, type Runtime } from '@timbre/kit';
import type { SetUpProviders } from '../domain/ports';
import type { CfdiProviders } from '../operations/draft-sources';
import { stampCfdi, type StampingProviders } from '../operations/stamp-cfdi';
import { cfdiRpcs } from './cfdi';
import { setUpRpcs } from './set-up';

/** Every rpc of the contract; the process does not start without one. */
export const rpcs = (runtime: Runtime<SetUpProviders & CfdiProviders & StampingProviders>) => ({
  ...setUpRpcs(runtime),
  ...cfdiRpcs(runtime),
  stampCfdi: replies(stampCfdi, runtime),
});
