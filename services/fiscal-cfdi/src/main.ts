import '@timbre/kit/telemetry';
import { commerce, fiscalCfdi, payroll } from '@timbre/contract';
import { searchCatalog } from '@timbre/fiscal';
import {
  localKms,
  operatorCommand,
  readSettings,
  runService,
  secretBox,
  type Opened,
  type Runtime,
} from '@timbre/kit';
import { LRUCache } from 'lru-cache';
import { runForgetSuppression } from './commands/forget-suppression';
import { runPacAccounts } from './commands/pac-accounts';
import { runSettleStamp } from './commands/settle-stamp';
import { runTopUp } from './commands/top-up-wallet';
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
import { observeAbandoned, observeClock } from './metrics';
import { pdfPrinter } from './pdf/pdf-printer';
import { sandboxAuthority } from './providers/authority';
import { importReader } from './providers/import-reader';
import { keyOpener } from './providers/key-opener';
import { pacsSettings } from './providers/pac-settings';
import { createPacs } from './providers/pacs';
import { createSatStatus } from './providers/sat-status/client';
import { createSigner } from './providers/signer';
import { documentAuthorities, trustedAuthorities } from './providers/trusted-authorities';
import { rpcs, type Providers } from './rpc/service';
import {
  fiscalSettings,
  knownPacs,
  mailerOf,
  pacCertificateSettings,
  pacSourcesOf,
  stampPriceOf,
} from './settings';
import { constraints } from './store/constraints';
import { entities } from './store/entities';
import { migrations } from './store/migrations';
import { publicBody } from './store/public-events';
import { queues } from './store/queues';
import { countAbandoned } from './store/stamping/stamp-attempts';

/** A command for one organization, which prints what became of it. */
const printed = (work: (runtime: Runtime, args: string[]) => Promise<string>) =>
  operatorCommand({
    work: async ({ runtime, args, write }) => write(await work(runtime as Runtime, args)),
  });

/** The services that own customers, products and employees. */
const calls = {
  commerce: { at: 'TIMBRE_COMMERCE_ADDRESS', service: commerce.CommerceService },
  payroll: { at: 'TIMBRE_PAYROLL_ADDRESS', service: payroll.PayrollService },
};

/** How long an answer of the SAT's status service is repeated. */
const statusKeptMs = 60_000;

function providers({
  settings,
  clients,
  lifetime,
}: Opened<typeof fiscalSettings, typeof calls>): Providers {
  const secrets = secretBox(localKms(settings.TIMBRE_ENCRYPTION_KEY_FILE));
  const pacCertificate = knownPacs(settings);
  const access = { secrets, pacCertificate };
  const { pacs, clock, close } = createPacs(settings.TIMBRE_PACS, access, Date.now);
  lifetime.closes('pacs', close);
  observeClock(clock.known);
  const satStatus = createSatStatus({
    cfdi: settings.TIMBRE_SAT_STATUS_URL,
    withholding: settings.TIMBRE_SAT_WITHHOLDINGS_URL,
  });
  lifetime.closes('sat status', () => satStatus.close());
  const pacSources = pacSourcesOf(settings);
  const reader = importReader(pacSources, documentAuthorities(pacSources, pacCertificate));
  lifetime.closes('import reader', () => reader.close());
  const mailer = mailerOf(settings);
  lifetime.closes('mailer', () => mailer?.close());
  const { TIMBRE_ENVIRONMENT: environment, TIMBRE_AUTHORITY_URL: authorityUrl } = settings;
  const pdf = pdfPrinter({ environment });
  lifetime.closes('pdf printer', () => pdf.close());
  return {
    commerce: clients.commerce,
    payroll: clients.payroll,
    mailer,
    stampPrice: stampPriceOf(settings),
    pdf,
    secrets,
    signer: createSigner(secrets),
    openKey: keyOpener(),
    isTrusted: trustedAuthorities(settings.TIMBRE_CA_BUNDLE_FILE),
    authority:
      environment === 'sandbox' && authorityUrl ? sandboxAuthority(authorityUrl) : undefined,
    pacNames: settings.TIMBRE_PACS.map((pac) => pac.name),
    pacs,
    clock,
    satStatus,
    statusAnswers: new LRUCache({ max: 10_000, ttl: statusKeptMs }),
    importReader: reader,
  };
}

const { TIMBRE_ENCRYPTION_KEY_FILE } = fiscalSettings;

/** Gives an organization its own PAC accounts. */
const pacAccounts = operatorCommand({
  settings: { TIMBRE_ENCRYPTION_KEY_FILE },
  async work({ runtime, settings, args, write }) {
    const secrets = secretBox(localKms(settings.TIMBRE_ENCRYPTION_KEY_FILE));
    const parse = (text: string) => readSettings({ file: pacsSettings }, { file: text }).file;
    write(await runPacAccounts({ ...runtime, providers: { secrets } }, args, parse));
  },
});

void runService('fiscal-cfdi', {
  definition: fiscalCfdi.FiscalCfdiService,
  entities,
  migrations,
  constraints,
  followsClocks: true,
  keepsSecrets: true,
  settings: fiscalSettings,
  calls,
  providers,
  publicBody,
  rpcs,
  consumers: [contactConsumer, cfdiStockConsumer, receivableConsumer],
  jobs: [
    createStampReconciler,
    createCancellationJob,
    // Receivers answer in production only.
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
    // Indexing the fifty thousand products takes a second, so it runs before the first request.
    setImmediate(() => searchCatalog('c_ClaveProdServ', { query: 'servicio', limit: 1 }));
    observeAbandoned(() => countAbandoned(systemPool));
  },
  commands: {
    'wallet-top-up': printed(runTopUp),
    'forget-suppression': printed(runForgetSuppression),
    'settle-stamp': printed((runtime, args) =>
      runSettleStamp(runtime, args, knownPacs(readSettings(pacCertificateSettings))),
    ),
    'pac-accounts': pacAccounts,
  },
});
