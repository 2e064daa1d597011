import '@timbre/kit/telemetry';
import { accounts, commerce, fiscalCfdi, reports, satSync } from '@timbre/contract';
import { operatorCommand, runService } from '@timbre/kit';
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
import { rpcs } from './rpc/service';
import { entities } from './store/entities';
import { migrations } from './store/migrations';

/** The services that own what reports count. */
const calls = {
  accounts: { at: 'TIMBRE_ACCOUNTS_ADDRESS', service: accounts.AccountsService },
  commerce: { at: 'TIMBRE_COMMERCE_ADDRESS', service: commerce.CommerceService },
  fiscalCfdi: { at: 'TIMBRE_FISCAL_CFDI_ADDRESS', service: fiscalCfdi.FiscalCfdiService },
  satSync: { at: 'TIMBRE_SAT_SYNC_ADDRESS', service: satSync.SatSyncService },
};

const rebuild = operatorCommand({
  calls,
  work: ({ runtime, clients, args, write }) =>
    runRebuild({ ...runtime, providers: { owners: owners(clients) } }, args, write),
});

void runService('reports', {
  definition: reports.ReportsService,
  entities,
  migrations,
  // No request writes.
  constraints: {},
  calls,
  providers: ({ clients: { fiscalCfdi: ofFiscal } }) => ({
    ownRfc: ownRfc(ofFiscal),
    paper: reportPaper(ofFiscal),
  }),
  rpcs,
  consumers: [
    cfdiConsumer,
    salesReceiptConsumer,
    expenseConsumer,
    receivableConsumer,
    fiscalProfileConsumer,
    declarationConsumer,
    taxProfileConsumer,
  ],
  jobs: [createFoldJobs, createComparison],
  commands: { rebuild },
});
