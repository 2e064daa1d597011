import '@timbre/kit/telemetry';
import { fiscalCfdi, satSync } from '@timbre/contract';
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
import { openList } from './providers/list-rows';
import { massDownload } from './providers/mass-download/client';
import { packageReader } from './providers/packages/package-reader';
import { pdfReader } from './providers/pdf-reader';
import { satPortals } from './providers/portal/portals';
import { uploadedPdfs } from './providers/uploaded-pdfs';
import { rpcs } from './rpc/service';
import { satAddresses, satSyncSettings } from './settings';
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
  calls: {
    fiscalCfdi: { at: 'TIMBRE_FISCAL_CFDI_ADDRESS', service: fiscalCfdi.FiscalCfdiService },
  },
  providers({ settings, clients: { fiscalCfdi: client }, lifetime }) {
    const addresses = satAddresses(settings);
    const portals = satPortals(addresses, client, settings.TIMBRE_SAT_PORTAL_PACE_MS);
    lifetime.closes('portals', portals.close);
    const pdfs = pdfReader();
    lifetime.closes('PDF reader', pdfs.close);
    const download = massDownload(client, {
      requests: settings.TIMBRE_SAT_DOWNLOAD_URL,
      packages: settings.TIMBRE_SAT_PACKAGES_URL,
    });
    lifetime.closes('mass download', download.close);
    const withholdingsDownload = massDownload(client, {
      requests: settings.TIMBRE_SAT_WITHHOLDINGS_DOWNLOAD_URL,
      packages: settings.TIMBRE_SAT_WITHHOLDINGS_PACKAGES_URL,
    });
    lifetime.closes('mass download of withholdings', withholdingsDownload.close);
    const packages = packageReader();
    lifetime.closes('package reader', packages.close);
    return {
      fiscalCfdi: client,
      portals,
      pdfs,
      uploads: uploadedPdfs(client),
      lists: { open: (file: string) => openList(new URL(file, addresses.lists)) },
      massDownload: download,
      withholdingsDownload,
      imports: client,
      readPackage: packages.read,
      pollSeconds: settings.TIMBRE_SAT_POLL_SECONDS,
    };
  },
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
