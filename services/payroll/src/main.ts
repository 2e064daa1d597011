import '@timbre/kit/telemetry';
import { fiscalCfdi, payroll } from '@timbre/contract';
import {
  createServiceClient,
  readSettings,
  runService,
  type Background,
  type Lifetime,
  type ServiceSettings,
} from '@timbre/kit';
import { calculationConsumer } from './events/on-calculation-requested';
import { createCalculationRelease } from './jobs/release-calculations';
import type { EmployerProviders } from './operations/employer';
import { fiscalCfdiPort } from './providers/fiscal-cfdi';
import { rpcs } from './rpc/service';
import { payrollSettings } from './settings';
import { constraints } from './store/constraints';
import { entities } from './store/entities';
import { migrations } from './store/migrations';

function providers({ TIMBRE_CONTEXT_KEY }: ServiceSettings, lifetime: Lifetime): EmployerProviders {
  const { TIMBRE_FISCAL_CFDI_ADDRESS } = readSettings(payrollSettings);
  const client = createServiceClient(
    fiscalCfdi.FiscalCfdiService,
    TIMBRE_FISCAL_CFDI_ADDRESS,
    TIMBRE_CONTEXT_KEY,
  );
  lifetime.closes('fiscal-cfdi client', () => client.close());
  return { fiscal: fiscalCfdiPort(client) };
}

/** Work that goes on after its request was answered. */
function background(parts: Background<EmployerProviders>): void {
  const calculations = calculationConsumer(parts);
  calculations.start();
  parts.lifetime.closes(calculations.name, () => calculations.stop());
  const release = createCalculationRelease(parts);
  parts.lifetime.closes('calculation release', release.stop);
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
