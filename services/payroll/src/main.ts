import '@timbre/kit/telemetry';
import { fiscalCfdi, payroll } from '@timbre/contract';
import {
  createServiceClient,
  observeQueues,
  readSettings,
  runService,
  type Background,
  type Lifetime,
  type ServiceSettings,
} from '@timbre/kit';
import { calculationConsumer } from './events/on-calculation-requested';
import { cancellationConsumers } from './events/on-cancellation-changed';
import { droppedDraftConsumer } from './events/on-draft-dropped';
import { queueingConsumer } from './events/on-queueing-requested';
import { sealingConsumer } from './events/on-sealing-requested';
import { stampingConsumer } from './events/on-stamping-requested';
import { createCancellationReconciler } from './jobs/reconcile-cancellations';
import { createStampReconciler } from './jobs/reconcile-stamps';
import { createCalculationRelease } from './jobs/release-calculations';
import { createQueueingResumption } from './jobs/resume-queueing';
import type { EmployerProviders } from './workflows/employer';
import type { StampingProviders } from './workflows/readiness-to-stamp';
import { fiscalCfdiPort } from './providers/fiscal-cfdi';
import { rpcs } from './rpc/service';
import { payrollSettings } from './settings';
import { constraints } from './store/constraints';
import { entities } from './store/entities';
import { migrations } from './store/migrations';
import { queues } from './store/queues';

type Providers = EmployerProviders & StampingProviders;

function providers(settings: ServiceSettings, lifetime: Lifetime): Providers {
  const { TIMBRE_FISCAL_CFDI_ADDRESS } = readSettings(payrollSettings);
  const client = createServiceClient(fiscalCfdi.FiscalCfdiService, TIMBRE_FISCAL_CFDI_ADDRESS, {
    contextKey: settings.TIMBRE_CONTEXT_KEY,
    isUnary: settings.TIMBRE_UNARY_CALLS,
  });
  lifetime.closes('fiscal-cfdi client', () => client.close());
  const port = fiscalCfdiPort(client);
  return { fiscal: port, cfdi: port };
}

/**
 * Starts the work that continues after its request was answered, and the work that no request
 * starts.
 */
function background(parts: Background<Providers>): void {
  parts.listen(calculationConsumer(parts));
  parts.listen(queueingConsumer(parts));
  parts.listen(sealingConsumer(parts));
  parts.listen(stampingConsumer(parts));
  parts.listen(droppedDraftConsumer(parts));
  cancellationConsumers(parts).forEach(parts.listen);
  observeQueues(parts.systemPool, queues);
  const release = createCalculationRelease(parts);
  parts.lifetime.closes('calculation release', () => release.stop());
  const resumption = createQueueingResumption(parts);
  parts.lifetime.closes('queueing resumption', () => resumption.stop());
  const reconciler = createStampReconciler(parts);
  parts.lifetime.closes('stamp reconciler', () => reconciler.stop());
  const cancellations = createCancellationReconciler(parts);
  parts.lifetime.closes('cancellations', () => cancellations.stop());
}

void runService('payroll', {
  definition: payroll.PayrollService,
  entities,
  migrations,
  constraints,
  providers,
  rpcs,
  background,
});
