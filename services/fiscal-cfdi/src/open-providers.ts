import { callable } from '@timbre/contract';
import type { Opened } from '@timbre/kit';
import { LRUCache } from 'lru-cache';
import { observeClock } from './metrics';
import { pdfPrinter } from './pdf/pdf-printer';
import { sandboxAuthority } from './providers/authority';
import { keyOpener } from './providers/key-opener';
import { createSigner } from './providers/signer';
import { trustedAuthorities } from './providers/trusted-authorities';
import type { Providers } from './rpc/service';
import type { fiscalSettings } from './settings';
import { mailerOf, openAuthorities, stampPriceOf } from './settings';

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
  const authorities = openAuthorities(settings, lifetime);
  const { secrets, simulatorUrl, clock } = authorities;
  observeClock(clock.known);
  const mailer = mailerOf(settings);
  lifetime.closes('mailer', () => mailer?.close());
  const pdf = pdfPrinter({ environment: settings.TIMBRE_ENVIRONMENT });
  lifetime.closes('pdf printer', () => pdf.close());
  return {
    commerce: clients.commerce,
    payroll: clients.payroll,
    mailer,
    hasMailbox: settings.TIMBRE_ENVIRONMENT === 'sandbox',
    stampPrice: stampPriceOf(settings),
    pdf,
    secrets,
    signer: createSigner(secrets),
    openKey: keyOpener(),
    isTrusted: trustedAuthorities(settings.TIMBRE_CA_BUNDLE_FILE),
    authority: simulatorUrl === undefined ? undefined : sandboxAuthority(simulatorUrl),
    pacNames: settings.TIMBRE_PACS.map((pac) => pac.name),
    pacs: authorities.pacs,
    clock,
    satStatus: authorities.satStatus,
    statusAnswers: new LRUCache({ max: 10_000, ttl: statusKeptMs }),
    importReader: authorities.importReader,
  };
}
