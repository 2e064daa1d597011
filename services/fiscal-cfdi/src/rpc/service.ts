import { replies, type Runtime } from '@timbre/kit';
import type { SetUpProviders } from '../domain/ports';
import type { PdfProviders } from '../operations/download-document';
import type { CfdiProviders } from '../operations/draft-sources';
import { stampCfdi, type StampingProviders } from '../operations/stamp-cfdi';
import { cfdiRpcs } from './cfdi';
import { setUpRpcs } from './set-up';

/** Everything outside that the service works with. */
export type Providers = SetUpProviders & CfdiProviders & StampingProviders & PdfProviders;

/** Every rpc of the contract; the process does not start without one. */
export const rpcs = (runtime: Runtime<Providers>) => ({
  ...setUpRpcs(runtime),
  ...cfdiRpcs(runtime),
  stampCfdi: replies(stampCfdi, runtime),
});
