import '@timbre/kit/telemetry';
import { accounts, commerce, fiscalCfdi, reports, satSync } from '@timbre/contract';
import {
  asOperator,
  createServiceClient,
  readSettings,
  runMain,
  runService,
  serviceSettings,
  type Background,
  type Lifetime,
  type ServiceSettings,
} from '@timbre/kit';
import { runRebuild } from './commands/rebuild';
import { cfdiConsumer } from './events/on-cfdi';
import { declarationConsumer } from './events/on-declaration';
import { expenseConsumer } from './events/on-expense';
import { fiscalProfileConsumer } from './events/on-fiscal-profile';
import { receivableConsumer } from './events/on-receivable';
import { salesReceiptConsumer } from './events/on-sales-receipt';
import { taxProfileConsumer } from './events/on-tax-profile';
import { createComparison } from './jobs/compare-rollups';
import { createFoldJobs } from './jobs/fold-deltas';
import { owners, ownRfc } from './providers/owners';
import { reportPaper } from './providers/report-paper';
import { rpcs, type ReportsProviders } from './rpc/service';
import { reportsSettings } from './settings';
import { entities } from './store/entities';
import { migrations } from './store/migrations';

const name = 'reports';

/** No request writes. */
const constraints = {};

type CallSettings = Pick<ServiceSettings, 'TIMBRE_CONTEXT_KEY' | 'TIMBRE_UNARY_CALLS'>;

/** The services that own what reports count. */
function clients(settings: CallSettings) {
  const addresses = readSettings(reportsSettings);
  const options = {
    contextKey: settings.TIMBRE_CONTEXT_KEY,
    isUnary: settings.TIMBRE_UNARY_CALLS,
  };
  const { TIMBRE_FISCAL_CFDI_ADDRESS: ofFiscal, TIMBRE_SAT_SYNC_ADDRESS: ofSat } = addresses;
  return {
    ofFiscal: createServiceClient(fiscalCfdi.FiscalCfdiService, ofFiscal, options),
    ofSat: createServiceClient(satSync.SatSyncService, ofSat, options),
    ofCommerce: createServiceClient(
      commerce.CommerceService,
      addresses.TIMBRE_COMMERCE_ADDRESS,
      options,
    ),
    ofAccounts: createServiceClient(
      accounts.AccountsService,
      addresses.TIMBRE_ACCOUNTS_ADDRESS,
      options,
    ),
  };
}

function providers(settings: ServiceSettings, lifetime: Lifetime): ReportsProviders {
  const owning = clients(settings);
  for (const client of Object.values(owning)) {
    lifetime.closes('client of an owner', () => client.close());
  }
  const { ofFiscal } = owning;
  return { ownRfc: ownRfc(ofFiscal), paper: reportPaper(ofFiscal) };
}

function background(parts: Background<ReportsProviders>): void {
  parts.listen(cfdiConsumer(parts));
  parts.listen(salesReceiptConsumer(parts));
  parts.listen(expenseConsumer(parts));
  parts.listen(receivableConsumer(parts));
  parts.listen(fiscalProfileConsumer(parts));
  parts.listen(declarationConsumer(parts));
  parts.listen(taxProfileConsumer(parts));
  for (const job of createFoldJobs(parts)) {
    parts.lifetime.closes('fold', () => job.stop());
  }
  const comparison = createComparison(parts);
  parts.lifetime.closes('comparison', () => comparison.stop());
}

/** `main.js rebuild` works on the database of the service, which may be running. */
async function rebuild(args: string[]): Promise<void> {
  const settings = readSettings({
    TIMBRE_DATABASE_URL: serviceSettings.TIMBRE_DATABASE_URL,
    TIMBRE_ENVIRONMENT: serviceSettings.TIMBRE_ENVIRONMENT,
    TIMBRE_CONTEXT_KEY: serviceSettings.TIMBRE_CONTEXT_KEY,
    TIMBRE_UNARY_CALLS: serviceSettings.TIMBRE_UNARY_CALLS,
  });
  const owning = clients(settings);
  const parts = {
    ...{ service: name, entities, constraints, providers: { owners: owners(owning) } },
    ...{ databaseUrl: settings.TIMBRE_DATABASE_URL, environment: settings.TIMBRE_ENVIRONMENT },
  };
  try {
    const write = (line: string) => void process.stdout.write(`${line}\n`);
    await asOperator(parts, (runtime) => runRebuild(runtime, args, write));
  } finally {
    for (const client of Object.values(owning)) client.close();
  }
}

async function main(): Promise<void> {
  const [, , word, ...args] = process.argv;
  if (word === 'rebuild') return rebuild(args);
  await runService(name, {
    definition: reports.ReportsService,
    ...{ entities, migrations, constraints, providers, rpcs, background },
  });
}

void runMain(name, main);
