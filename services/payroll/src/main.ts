import '@timbre/kit/telemetry';
import { payroll, callable } from '@timbre/contract';
import { runService } from '@timbre/kit';
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
import { fiscalCfdiPort } from './providers/fiscal-cfdi';
import { rpcs } from './rpc/service';
import { constraints } from './store/constraints';
import { entities } from './store/entities';
import { migrations } from './store/migrations';
import { publicBody } from './store/public-events';
import { queues } from './store/queues';

void runService('payroll', {
  definition: payroll.PayrollService,
  entities,
  migrations,
  constraints,
  calls: {
    fiscalCfdi: { at: 'TIMBRE_FISCAL_CFDI_ADDRESS', service: callable('payroll', 'fiscal-cfdi') },
  },
  providers({ clients }) {
    const port = fiscalCfdiPort(clients.fiscalCfdi);
    return { fiscal: port, cfdi: port };
  },
  publicBody,
  rpcs,
  // The consumers do work that continues after the response to a request.
  consumers: [
    calculationConsumer,
    queueingConsumer,
    sealingConsumer,
    stampingConsumer,
    droppedDraftConsumer,
    cancellationConsumers,
  ],
  jobs: [
    createCalculationRelease,
    createQueueingResumption,
    createStampReconciler,
    createCancellationReconciler,
  ],
  queues,
});
