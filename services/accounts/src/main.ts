import '@timbre/kit/telemetry';
import { accounts, commerce, fiscalCfdi } from '@timbre/contract';
import {
  asOperator,
  createPageLinks,
  createServiceClient,
  readSettings,
  runMain,
  runService,
  serviceSettings,
  type Lifetime,
  type ServiceSettings,
} from '@timbre/kit';
import { runRebuild } from './commands/rebuild';
import { cfdiConsumer } from './events/on-cfdi';
import { contactConsumer } from './events/on-contact';
import { expenseConsumer } from './events/on-expense';
import { fiscalProfileConsumer } from './events/on-fiscal-profile';
import { salesReceiptConsumer } from './events/on-sales-receipt';
import { createDueAnnouncer } from './jobs/announce-dues';
import { createComplementMaker } from './jobs/make-complements';
import { fiscalDocuments } from './providers/fiscal-documents';
import { knownContacts } from './providers/known-contacts';
import { knownExpenses } from './providers/known-expenses';
import { ownedDocuments } from './providers/owned-documents';
import { paymentComplements } from './providers/payment-complements';
import { statementPaper } from './providers/statement-paper';
import { rpcs } from './rpc/service';
import { accountsSettings } from './settings';
import { entities } from './store/entities';
import { migrations } from './store/migrations';

const name = 'accounts';

/** No request violates a constraint: everything is posted from events. */
const constraints = {};

type CallSettings = Pick<ServiceSettings, 'TIMBRE_CONTEXT_KEY' | 'TIMBRE_UNARY_CALLS'>;

/** The services that own documents and contacts. */
function owners(settings: CallSettings) {
  const addresses = readSettings(accountsSettings);
  const options = {
    contextKey: settings.TIMBRE_CONTEXT_KEY,
    isUnary: settings.TIMBRE_UNARY_CALLS,
  };
  const client = createServiceClient(
    fiscalCfdi.FiscalCfdiService,
    addresses.TIMBRE_FISCAL_CFDI_ADDRESS,
    options,
  );
  const ofCommerce = createServiceClient(
    commerce.CommerceService,
    addresses.TIMBRE_COMMERCE_ADDRESS,
    options,
  );
  return { client, ofCommerce };
}

function providers(settings: ServiceSettings, lifetime: Lifetime) {
  const { client, ofCommerce } = owners(settings);
  lifetime.closes('fiscal-cfdi client', () => client.close());
  lifetime.closes('commerce client', () => ofCommerce.close());
  return {
    documents: fiscalDocuments(client),
    contacts: knownContacts(ofCommerce),
    expenses: knownExpenses(ofCommerce),
    complements: paymentComplements(client),
    paper: statementPaper(client),
    // Only digests are made here; the gateway knows its own address.
    pages: createPageLinks(settings.TIMBRE_CONTEXT_KEY, ''),
  };
}

/** A statement of a rebuild adds up all entries of an organization. */
const rebuildAnswerMs = 600_000;

/** `main.js rebuild`: exit code 0: nothing differs, or all is mended; 1: something differs. */
async function rebuild(args: string[]): Promise<void> {
  const settings = readSettings({
    TIMBRE_DATABASE_URL: serviceSettings.TIMBRE_DATABASE_URL,
    TIMBRE_ENVIRONMENT: serviceSettings.TIMBRE_ENVIRONMENT,
    TIMBRE_CONTEXT_KEY: serviceSettings.TIMBRE_CONTEXT_KEY,
    TIMBRE_UNARY_CALLS: serviceSettings.TIMBRE_UNARY_CALLS,
  });
  const { client, ofCommerce } = owners(settings);
  const parts = {
    ...{
      service: name,
      entities,
      constraints,
      providers: { owners: ownedDocuments(client, ofCommerce) },
    },
    ...{ databaseUrl: settings.TIMBRE_DATABASE_URL, environment: settings.TIMBRE_ENVIRONMENT },
    answerTimeoutMs: rebuildAnswerMs,
  };
  try {
    const write = (line: string) => void process.stdout.write(`${line}\n`);
    process.exitCode = await asOperator(parts, (runtime) => runRebuild(runtime, args, write));
  } finally {
    client.close();
    ofCommerce.close();
  }
}

async function main(): Promise<void> {
  const [, , word, ...args] = process.argv;
  if (word === 'rebuild') return rebuild(args);
  await runService(name, {
    definition: accounts.AccountsService,
    entities,
    migrations,
    constraints,
    followsClocks: true,
    providers,
    rpcs,
    background(parts) {
      parts.listen(cfdiConsumer(parts));
      parts.listen(expenseConsumer(parts));
      parts.listen(fiscalProfileConsumer(parts));
      const announcer = createDueAnnouncer(parts);
      parts.lifetime.closes('due announcer', () => announcer.stop());
      const maker = createComplementMaker(parts);
      parts.lifetime.closes('complement maker', () => maker.stop());
      parts.listen(contactConsumer(parts));
      parts.listen(salesReceiptConsumer(parts));
    },
  });
}

void runMain(name, main);
