import '@timbre/kit/telemetry';
import { fiscalCfdi, payroll } from '@timbre/contract';
import {
  createServiceClient,
  readSettings,
  runService,
  type Lifetime,
  type ServiceSettings,
} from '@timbre/kit';
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

void runService('payroll', {
  definition: payroll.PayrollService,
  entities,
  migrations,
  constraints,
  providers,
  rpcs,
});
