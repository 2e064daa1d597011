import '@timbre/kit/telemetry';
import { fiscalCfdi } from '@timbre/contract';
import { searchCatalog } from '@timbre/fiscal';
import { runService, secretsOfOrganizations } from '@timbre/kit';
import { commands } from './commands/commands';
import { cfdiStockConsumer } from './events/on-cfdi-stock-changed';
import { contactConsumer } from './events/on-contact-changed';
import { receivableConsumer } from './events/on-receivable-changed';
import { createRenewalJob } from './jobs/announce-renewals';
import { createDeliveryJob } from './jobs/deliver-documents';
import { createUploadJob } from './jobs/expire-uploads';
import { createCancellationJob } from './jobs/follow-cancellations';
import { createPollJob, createRequestJob } from './jobs/follow-requests';
import { createDownloadJob } from './jobs/prepare-downloads';
import { createStampReconciler } from './jobs/reconcile-stamps';
import { observeAbandoned } from './metrics';
import { calls, openProviders } from './open-providers';
import { rpcs } from './rpc/service';
import { fiscalSettings } from './settings';
import { constraints } from './store/constraints';
import { entities } from './store/entities';
import { migrations } from './store/migrations';
import { publicBody } from './store/public-events';
import { queues } from './store/queues';
import { countAbandoned } from './store/stamping/stamp-attempts';

void runService('fiscal-cfdi', {
  definition: fiscalCfdi.FiscalCfdiService,
  entities,
  migrations,
  constraints,
  followsClocks: true,
  keepsSecrets: secretsOfOrganizations,
  settings: fiscalSettings,
  calls,
  providers: openProviders,
  publicBody,
  rpcs,
  consumers: [contactConsumer, cfdiStockConsumer, receivableConsumer],
  jobs: [
    createStampReconciler,
    createCancellationJob,
    // The job that polls for cancellation requests runs only in production.
    (parts) =>
      parts.runtime.environment === 'production'
        ? [createRequestJob(parts), createPollJob(parts)]
        : [],
    createDeliveryJob,
    createDownloadJob,
    createRenewalJob,
    createUploadJob,
  ],
  queues,
  started({ systemPool }) {
    // The search index of the fifty thousand SAT product codes is built before the first request, because
    // building it takes a second.
    setImmediate(() => searchCatalog('c_ClaveProdServ', { query: 'servicio', limit: 1 }));
    observeAbandoned(() => countAbandoned(systemPool));
  },
  commands,
});
