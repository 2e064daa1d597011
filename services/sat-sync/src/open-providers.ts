import { callable } from '@timbre/contract';
import type { Opened } from '@timbre/kit';
import { openList } from './providers/list-rows';
import { massDownload } from './providers/mass-download/client';
import { packageReader } from './providers/packages/package-reader';
import { pdfReader } from './providers/pdf-reader';
import { satPortals } from './providers/portal/portals';
import { uploadedPdfs } from './providers/uploaded-pdfs';
import { satAddresses, type satSyncSettings } from './settings';

/** The client of fiscal-cfdi, which owns the documents and the FIEL. */
export const calls = {
  fiscalCfdi: { at: 'TIMBRE_FISCAL_CFDI_ADDRESS', service: callable('sat-sync', 'fiscal-cfdi') },
};

/**
 * Opens the clients and workers of the service. The clients and workers are closed when the process
 * stops.
 */
export function openProviders({
  settings,
  clients,
  lifetime,
}: Opened<typeof satSyncSettings, typeof calls>) {
  const { fiscalCfdi: client } = clients;
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
}
