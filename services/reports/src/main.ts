import '@timbre/kit/telemetry';
import { reports, callable } from '@timbre/contract';
import { operatorCommand, runService } from '@timbre/kit';
import { runRebuild } from './commands/rebuild';
import { consumers } from './events/on-announced';
import { createComparison } from './jobs/compare-rollups';
import { createFoldJobs } from './jobs/fold-deltas';
import { owners, ownRfc } from './providers/owners';
import { reportPaper } from './providers/report-paper';
import { rpcs } from './rpc/service';
import { entities } from './store/entities';
import { migrations } from './store/migrations';

/** The gRPC clients of the services that own the counted documents. */
const calls = {
  accounts: { at: 'TIMBRE_ACCOUNTS_ADDRESS', service: callable('reports', 'accounts') },
  commerce: { at: 'TIMBRE_COMMERCE_ADDRESS', service: callable('reports', 'commerce') },
  fiscalCfdi: { at: 'TIMBRE_FISCAL_CFDI_ADDRESS', service: callable('reports', 'fiscal-cfdi') },
  satSync: { at: 'TIMBRE_SAT_SYNC_ADDRESS', service: callable('reports', 'sat-sync') },
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
  // No database constraint is mapped to a refusal, because no operation of this service writes to
  // the database.
  constraints: {},
  calls,
  providers: ({ clients: { fiscalCfdi: ofFiscal } }) => ({
    ownRfc: ownRfc(ofFiscal),
    paper: reportPaper(ofFiscal),
  }),
  rpcs,
  consumers: [consumers],
  jobs: [createFoldJobs, createComparison],
  commands: { rebuild },
});
