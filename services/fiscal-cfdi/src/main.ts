import '@timbre/kit/telemetry';
import { commerce, fiscalCfdi, payroll } from '@timbre/contract';
import { searchCatalog } from '@timbre/fiscal';
import {
  createServiceClient,
  localKms,
  observeQueues,
  readSettings,
  runMain,
  runRewrapSecrets,
  runService,
  secretBox,
  serviceSettings,
  StartError,
  type Background,
  type Lifetime,
  type ServiceSettings,
} from '@timbre/kit';
import { LRUCache } from 'lru-cache';
import { cfdiStockConsumer } from './events/on-cfdi-stock-changed';
import { contactConsumer } from './events/on-contact-changed';
import { receivableConsumer } from './events/on-receivable-changed';
import { createRenewalJob } from './jobs/announce-renewals';
import { createDeliveryJob } from './jobs/deliver-documents';
import type { Deployment } from './commands/operator';
import { runForgetSuppression } from './commands/forget-suppression';
import { createUploadJob } from './jobs/expire-uploads';
import { createDownloadJob } from './jobs/prepare-downloads';
import { createCancellationJob } from './jobs/follow-cancellations';
import { createPollJob, createRequestJob } from './jobs/follow-requests';
import { createStampReconciler } from './jobs/reconcile-stamps';
import { runPacAccounts } from './commands/pac-accounts';
import { runSettleStamp } from './commands/settle-stamp';
import { runTopUp } from './commands/top-up-wallet';
import type { CfdiProviders } from './workflows/drafting/draft-sources';
import { pdfPrinter } from './pdf/pdf-printer';
import { importReader } from './providers/import-reader';
import { sandboxAuthority } from './providers/authority';
import { keyOpener } from './providers/key-opener';
import { createPacs } from './providers/pacs';
import { pacsSettings } from './providers/pac-settings';
import { createSigner } from './providers/signer';
import { createSatStatus } from './providers/sat-status/client';
import { smtpMailer } from './providers/smtp';
import { pacCertificates, trustedAuthorities } from './providers/trusted-authorities';
import { observeAbandoned, observeClock } from './metrics';
import { rpcs, type Providers } from './rpc/service';
import { fiscalSettings } from './settings';
import { constraints } from './store/constraints';
import { entities } from './store/entities';
import { migrations } from './store/migrations';
import { queues } from './store/queues';
import { countAbandoned } from './store/stamping/stamp-attempts';

const name = 'fiscal-cfdi';

function providers(shared: ServiceSettings, lifetime: Lifetime): Providers {
  const settings = readSettings({
    ...fiscalSettings,
    TIMBRE_ENVIRONMENT: serviceSettings.TIMBRE_ENVIRONMENT,
  });
  const secrets = secretBox(localKms(settings.TIMBRE_ENCRYPTION_KEY_FILE));
  const pacCertificate = knownPacs(settings);
  const authorityUrl = settings.TIMBRE_AUTHORITY_URL;
  const { pacs, clock, close } = createPacs(
    settings.TIMBRE_PACS,
    { secrets, pacCertificate },
    Date.now,
  );
  lifetime.closes('pacs', close);
  observeClock(clock.known);
  const satStatus = createSatStatus({
    cfdi: settings.TIMBRE_SAT_STATUS_URL,
    withholding: settings.TIMBRE_SAT_WITHHOLDINGS_URL,
  });
  lifetime.closes('sat status', () => satStatus.close());
  const isSandbox = settings.TIMBRE_ENVIRONMENT === 'sandbox';
  const reader = importReader(pacSources(settings), pacCertificate);
  lifetime.closes('import reader', () => reader.close());
  const pdf = pdfPrinter();
  lifetime.closes('pdf printer', () => pdf.close());
  return {
    ...draftSources({ ...settings, ...shared }, lifetime),
    mailer: mailer(settings, lifetime),
    stampPrice: stampPrice(settings),
    pdf,
    secrets,
    signer: createSigner(secrets),
    openKey: keyOpener(),
    isTrusted: trustedAuthorities(settings.TIMBRE_CA_BUNDLE_FILE),
    authority: isSandbox && authorityUrl ? sandboxAuthority(authorityUrl) : undefined,
    pacNames: settings.TIMBRE_PACS.map((pac) => pac.name),
    pacs,
    pacCertificate,
    clock,
    satStatus,
    statusAnswers: new LRUCache({ max: 10_000, ttl: statusKeptMs }),
    importReader: reader,
  };
}

type PacSettings = Pick<ServiceSettings, 'TIMBRE_ENVIRONMENT'> &
  Partial<Record<'TIMBRE_CA_BUNDLE_FILE' | 'TIMBRE_PAC_CERTIFICATES', string | undefined>>;

const pacSources = (settings: PacSettings) => ({
  bundle: settings.TIMBRE_CA_BUNDLE_FILE,
  added: settings.TIMBRE_PAC_CERTIFICATES,
  isChained: settings.TIMBRE_ENVIRONMENT === 'production',
});

/** How long an answer of the SAT's status service is repeated. */
const statusKeptMs = 60_000;

/**
 * The authority of the PACs' test certificates is not public, so a sandbox does not verify the
 * chain.
 */
function knownPacs(settings: PacSettings) {
  try {
    return pacCertificates(pacSources(settings));
  } catch (error) {
    throw new StartError(`Configuration is not usable: ${(error as Error).message}`);
  }
}

type CallSettings = Pick<ServiceSettings, 'TIMBRE_CONTEXT_KEY' | 'TIMBRE_UNARY_CALLS'> &
  Record<'TIMBRE_COMMERCE_ADDRESS' | 'TIMBRE_PAYROLL_ADDRESS', string>;

/** The services that own customers, products and employees. */
function draftSources(settings: CallSettings, lifetime: Lifetime): CfdiProviders {
  const { TIMBRE_COMMERCE_ADDRESS, TIMBRE_PAYROLL_ADDRESS } = settings;
  const options = {
    contextKey: settings.TIMBRE_CONTEXT_KEY,
    isUnary: settings.TIMBRE_UNARY_CALLS,
  };
  const ofCommerce = createServiceClient(
    commerce.CommerceService,
    TIMBRE_COMMERCE_ADDRESS,
    options,
  );
  lifetime.closes('commerce client', () => ofCommerce.close());
  const ofPayroll = createServiceClient(payroll.PayrollService, TIMBRE_PAYROLL_ADDRESS, options);
  lifetime.closes('payroll client', () => ofPayroll.close());
  return { commerce: ofCommerce, payroll: ofPayroll };
}

/** A deployment that charges for stamps must configure the top-up page. */
function stampPrice(settings: {
  TIMBRE_STAMP_PRICE_MINOR: number;
  TIMBRE_TOP_UP_URL?: string | undefined;
}) {
  const { TIMBRE_STAMP_PRICE_MINOR: amountMinor, TIMBRE_TOP_UP_URL: topUpUrl } = settings;
  if (amountMinor === 0) return undefined;
  if (topUpUrl === undefined) {
    throw new StartError(
      'Configuration is not usable: TIMBRE_STAMP_PRICE_MINOR needs TIMBRE_TOP_UP_URL',
    );
  }
  return { amountMinor, topUpUrl };
}

type MailSettings = Partial<Record<'TIMBRE_SMTP_URL' | 'TIMBRE_MAIL_FROM', string | undefined>>;

/** Without a mail server documents cannot be sent; setting only one of the two is a mistake. */
function mailer(
  { TIMBRE_SMTP_URL: url, TIMBRE_MAIL_FROM: from }: MailSettings,
  lifetime: Lifetime,
) {
  if (url === undefined && from === undefined) return undefined;
  if (url === undefined || from === undefined) {
    throw new StartError(
      'Configuration is not usable: TIMBRE_SMTP_URL and TIMBRE_MAIL_FROM must both be set',
    );
  }
  const smtp = smtpMailer(url, from);
  lifetime.closes('mailer', () => smtp.close());
  return smtp;
}

/** The deployment that this process is configured for. */
function deploymentOf(): Deployment {
  const { TIMBRE_DATABASE_URL, TIMBRE_ENVIRONMENT } = readSettings({
    TIMBRE_DATABASE_URL: serviceSettings.TIMBRE_DATABASE_URL,
    TIMBRE_ENVIRONMENT: serviceSettings.TIMBRE_ENVIRONMENT,
  });
  return { databaseUrl: TIMBRE_DATABASE_URL, environment: TIMBRE_ENVIRONMENT };
}

/** The PACs that are known to a command, which runs without the service's other settings. */
const commandPacs = () =>
  knownPacs(
    readSettings({
      TIMBRE_ENVIRONMENT: serviceSettings.TIMBRE_ENVIRONMENT,
      TIMBRE_CA_BUNDLE_FILE: fiscalSettings.TIMBRE_CA_BUNDLE_FILE,
      TIMBRE_PAC_CERTIFICATES: fiscalSettings.TIMBRE_PAC_CERTIFICATES,
    }),
  );

/** Operators' commands for one organization, by the word after `main.js`. */
const commands: Record<string, (deployment: Deployment, args: string[]) => Promise<string>> = {
  'wallet-top-up': runTopUp,
  'forget-suppression': runForgetSuppression,
  'settle-stamp': (deployment, args) => runSettleStamp(deployment, args, commandPacs()),
};

/** `main.js pac-accounts`: gives an organization its own PAC accounts. */
async function pacAccounts(args: string[]): Promise<void> {
  const { TIMBRE_ENCRYPTION_KEY_FILE } = readSettings({
    TIMBRE_ENCRYPTION_KEY_FILE: fiscalSettings.TIMBRE_ENCRYPTION_KEY_FILE,
  });
  const parts = {
    deployment: deploymentOf(),
    secrets: secretBox(localKms(TIMBRE_ENCRYPTION_KEY_FILE)),
    parse: (text: string) => readSettings({ file: pacsSettings }, { file: text }).file,
  };
  process.stdout.write(`${await runPacAccounts(parts, args)}\n`);
}

/** Indexing the fifty thousand products takes a second, so it runs before the first request. */
function warmCatalogs(): void {
  setImmediate(() => searchCatalog('c_ClaveProdServ', { query: 'servicio', limit: 1 }));
}

/** Background jobs and consumers. */
function background(parts: Background<Providers>): void {
  warmCatalogs();
  parts.listen(contactConsumer(parts));
  parts.listen(cfdiStockConsumer(parts));
  parts.listen(receivableConsumer(parts));
  observeQueues(parts.systemPool, queues);
  observeAbandoned(() => countAbandoned(parts.systemPool));
  const reconciler = createStampReconciler(parts.runtime, parts.systemPool);
  parts.lifetime.closes('stamp reconciler', () => reconciler.stop());
  const cancellations = createCancellationJob(parts.runtime, parts.systemPool);
  parts.lifetime.closes('cancellations', () => cancellations.stop());
  // Receivers answer in production only.
  if (parts.runtime.environment === 'production') {
    const requests = createRequestJob(parts.runtime, parts.systemPool);
    parts.lifetime.closes('cancellation requests', () => requests.stop());
    const polls = createPollJob(parts.runtime, parts.systemPool);
    parts.lifetime.closes('polls of cancellation requests', () => polls.stop());
  }
  const deliveries = createDeliveryJob(parts.runtime, parts.systemPool);
  parts.lifetime.closes('deliveries', () => deliveries.stop());
  const downloads = createDownloadJob(parts.runtime, parts.systemPool);
  parts.lifetime.closes('downloads', () => downloads.stop());
  const renewals = createRenewalJob(parts.runtime, parts.systemPool);
  parts.lifetime.closes('renewals', () => renewals.stop());
  const uploads = createUploadJob(parts.runtime, parts.systemPool);
  parts.lifetime.closes('uploads', () => uploads.stop());
}

async function main(): Promise<void> {
  const [, , word = '', ...args] = process.argv;
  if (word === 'rewrap-secrets') return runRewrapSecrets(name);
  const command = commands[word];
  if (command) return void process.stdout.write(`${await command(deploymentOf(), args)}\n`);
  if (word === 'pac-accounts') return pacAccounts(args);
  await runService(name, {
    definition: fiscalCfdi.FiscalCfdiService,
    entities,
    migrations,
    constraints,
    followsClocks: true,
    providers,
    rpcs,
    background,
  });
}

void runMain(name, main);
