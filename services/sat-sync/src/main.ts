import '@timbre/kit/telemetry';
import { satSync } from '@timbre/contract';
import { runService } from '@timbre/kit';
import { cancellationRequestConsumer } from './events/on-cancellation-request';
import { contactConsumer } from './events/on-contact-changed';
import { organizationConsumer } from './events/on-organization';
import { createDownloadRunner } from './jobs/download-sources';
import { createPageRetention } from './jobs/forget-pages';
import { createListLoader } from './jobs/load-lists';
import { createSourceRunner } from './jobs/run-sources';
import { createScheduler } from './jobs/start-scheduled-syncs';
import { createListWatch } from './jobs/watch-lists';
import { calls, openProviders } from './open-providers';
import { rpcs } from './rpc/service';
import { satSyncSettings } from './settings';
import { constraints } from './store/constraints';
import { entities } from './store/entities';
import { migrations } from './store/migrations';
import { publicBody } from './store/public-events';

void runService('sat-sync', {
  definition: satSync.SatSyncService,
  entities,
  migrations,
  constraints,
  settings: satSyncSettings,
  calls,
  providers: openProviders,
  publicBody,
  rpcs,
  consumers: [contactConsumer, cancellationRequestConsumer, organizationConsumer],
  jobs: [
    createSourceRunner,
    createListWatch,
    createScheduler,
    createListLoader,
    createPageRetention,
    createDownloadRunner,
  ],
});
