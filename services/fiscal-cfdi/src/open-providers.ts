import { callable } from '@timbre/contract';
import { localKms, secretBox, type Opened } from '@timbre/kit';
import { LRUCache } from 'lru-cache';
import { observeClock } from './metrics';
import { pdfPrinter } from './pdf/pdf-printer';
import { sandboxAuthority } from './providers/authority';
import { importReader } from './providers/import-reader';
import { keyOpener } from './providers/key-opener';
import { createPacs } from './providers/pacs';
import { createSatStatus } from './providers/sat-status/client';
import { createSigner } from './providers/signer';
import { documentAuthorities, trustedAuthorities } from './providers/trusted-authorities';
import type { Providers } from './rpc/service';
import type { fiscalSettings } from './settings';
import { knownPacs, mailerOf, pacSourcesOf, stampPriceOf } from './settings';

/** The clients of the services that own customers, products and employees. */
export const calls = {
  commerce: { at: 'TIMBRE_COMMERCE_ADDRESS', service: callable('fiscal-cfdi', 'commerce') },
  payroll: { at: 'TIMBRE_PAYROLL_ADDRESS', service: callable('fiscal-cfdi', 'payroll') },
};

/** A response of the SAT's status service is cached for this time, in milliseconds. */
const statusKeptMs = 60_000;

/** Opens the connections and providers of the service. The providers are closed when the process ends. */
export function openProviders({
  settings,
  clients,
  lifetime,
}: Opened<typeof fiscalSettings, typeof calls>): Providers {
  const secrets = secretBox(localKms(settings.TIMBRE_ENCRYPTION_KEY_FILE));
  const pacCertificate = knownPacs(settings);
  const { TIMBRE_ENVIRONMENT: environment } = settings;
  const simulatorUrl = environment === 'sandbox' ? settings.TIMBRE_AUTHORITY_URL : undefined;
  const access = { secrets, pacCertificate, simulatorUrl };
  const { pacs, clock, close } = createPacs(settings.TIMBRE_PACS, access, Date.now);
  lifetime.closes('pacs', close);
  observeClock(clock.known);
  const satStatus = createSatStatus({
    cfdi: settings.TIMBRE_SAT_STATUS_URL,
    withholding: settings.TIMBRE_SAT_WITHHOLDINGS_URL,
    simulator: simulatorUrl,
  });
  lifetime.closes('sat status', () => satStatus.close());
  const pacSources = pacSourcesOf(settings);
  const reader = importReader(pacSources, documentAuthorities(pacSources, pacCertificate));
  lifetime.closes('import reader', () => reader.close());
  const mailer = mailerOf(settings);
  lifetime.closes('mailer', () => mailer?.close());
  const pdf = pdfPrinter({ environment });
  lifetime.closes('pdf printer', () => pdf.close());
  return {
    commerce: clients.commerce,
    payroll: clients.payroll,
    mailer,
    hasMailbox: environment === 'sandbox',
    stampPrice: stampPriceOf(settings),
    pdf,
    secrets,
    signer: createSigner(secrets),
    openKey: keyOpener(),
    isTrusted: trustedAuthorities(settings.TIMBRE_CA_BUNDLE_FILE),
    authority: simulatorUrl === undefined ? undefined : sandboxAuthority(simulatorUrl),
    pacNames: settings.TIMBRE_PACS.map((pac) => pac.name),
    pacs,
    clock,
    satStatus,
    statusAnswers: new LRUCache({ max: 10_000, ttl: statusKeptMs }),
    importReader: reader,
  };
}
