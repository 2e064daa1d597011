import '@timbre/kit/telemetry';
import { fiscalCfdi, satSync } from '@timbre/contract';
import {
  createServiceClient,
  readSettings,
  runService,
  type Lifetime,
  type ServiceSettings,
} from '@timbre/kit';
import { createDownloadRunner } from './jobs/download-sources';
import { createSourceRunner } from './jobs/run-sources';
import { createScheduler } from './jobs/start-scheduled-syncs';
import { createListWatch } from './jobs/watch-lists';
import { cancellationRequestConsumer } from './events/on-cancellation-request';
import { contactConsumer } from './events/on-contact-changed';
import { organizationConsumer } from './events/on-organization';
import { createPageRetention } from './jobs/forget-pages';
import { createListLoader } from './jobs/load-lists';
import { openList } from './providers/list-rows';
import { massDownload } from './providers/mass-download/client';
import { packageReader } from './providers/packages/package-reader';
import { pdfReader } from './providers/pdf-reader';
import { satPortals } from './providers/portal/portals';
import { uploadedPdfs } from './providers/uploaded-pdfs';
import { rpcs, type Providers } from './rpc/service';
import { satAddresses, satSyncSettings } from './settings';
import { constraints } from './store/constraints';
import { entities } from './store/entities';
import { migrations } from './store/migrations';

function providers(shared: ServiceSettings, lifetime: Lifetime): Providers {
  const settings = readSettings(satSyncSettings);
  const client = createServiceClient(
    fiscalCfdi.FiscalCfdiService,
    settings.TIMBRE_FISCAL_CFDI_ADDRESS,
    { contextKey: shared.TIMBRE_CONTEXT_KEY, isUnary: shared.TIMBRE_UNARY_CALLS },
  );
  lifetime.closes('fiscal-cfdi client', () => client.close());
  const portals = satPortals(satAddresses(settings), client, settings.TIMBRE_SAT_PORTAL_PACE_MS);
  lifetime.closes('portals', portals.close);
  const pdfs = pdfReader();
  lifetime.closes('PDF reader', pdfs.close);
  const base = satAddresses(settings).lists;
  const lists = { open: (file: string) => openList(new URL(file, base)) };
  const download = massDownload(client, {
    requests: settings.TIMBRE_SAT_DOWNLOAD_URL,
    packages: settings.TIMBRE_SAT_PACKAGES_URL,
  });
  lifetime.closes('mass download', download.close);
  const packages = packageReader();
  lifetime.closes('package reader', packages.close);
  return {
    ...{ fiscalCfdi: client, portals, pdfs, uploads: uploadedPdfs(client), lists },
    ...{ massDownload: download, imports: client, readPackage: packages.read },
    pollSeconds: settings.TIMBRE_SAT_POLL_SECONDS,
  };
}

void runService('sat-sync', {
  definition: satSync.SatSyncService,
  entities,
  migrations,
  constraints,
  providers,
  rpcs,
  background(parts) {
    const runner = createSourceRunner(parts);
    parts.lifetime.closes('source runner', () => runner.stop());
    parts.listen(contactConsumer(parts));
    parts.listen(cancellationRequestConsumer(parts));
    parts.listen(organizationConsumer(parts));
    const watch = createListWatch(parts);
    parts.lifetime.closes('list watch', () => watch.stop());
    const scheduler = createScheduler(parts);
    parts.lifetime.closes('scheduler', () => scheduler.stop());
    const loader = createListLoader(parts);
    parts.lifetime.closes('list loader', () => loader.stop());
    const retention = createPageRetention(parts);
    parts.lifetime.closes('page retention', () => retention.stop());
    const downloads = createDownloadRunner(parts);
    parts.lifetime.closes('download runner', () => downloads.stop());
  },
});
