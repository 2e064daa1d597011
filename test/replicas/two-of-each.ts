import { accessTo, setUpIssuer, type Api } from '@timbre/testkit/client';
import type { Replica } from '../../scripts/runtime/fleet.mjs';
import { until } from '../api/until';
import { startObserved, type ObservedDeployment } from '../telemetry/observed-deployment';

/** Two gateways in front of two replicas of fiscal-cfdi, all with the same PostgreSQL and NATS. */
export interface TwoOfEach {
  deployment: ObservedDeployment;
  /** Creates an organization that can stamp, and returns a client for each gateway. */
  issuer(): Promise<[Api, Api]>;
  second: { fiscalCfdi: Replica; gateway: Replica };
  /**
   * Returns the value of a metric at each replica of fiscal-cfdi: the sum of all series with these
   * attributes.
   */
  measured(name: string, attributes: string): Promise<number[]>;
  stop(): Promise<void>;
}

/**
 * Starts two gateways and two replicas of fiscal-cfdi.
 * @param environment the environment variables of both gateways
 */
export async function startTwoOfEach(environment: Record<string, string>): Promise<TwoOfEach> {
  const deployment = await startObserved({ TIMBRE_LOG_LEVEL: 'warn' }, { owner: 'replicas' });
  const fiscalCfdi = await deployment.replicate('fiscal-cfdi');
  const ports = [deployment.ports['fiscal-cfdi'], fiscalCfdi.ports];
  // The address lists all replicas, like the addresses that a headless Service of Kubernetes
  // resolves to.
  const address = `ipv4:${ports.map((one) => `127.0.0.1:${one?.grpc}`).join()}`;
  const both = { ...environment, TIMBRE_FISCAL_CFDI_ADDRESS: address };
  await deployment.restart('gateway', both);
  const gateway = await deployment.replicate('gateway', both);
  const measured = (name: string, attributes: string) =>
    Promise.all(ports.map((one) => valueOf(`http://127.0.0.1:${one?.health}`, name, attributes)));
  return {
    deployment,
    second: { fiscalCfdi, gateway },
    async issuer() {
      const { organizationId, apiKey } = await deployment.bootstrap('Issuer');
      const urls = [deployment.baseUrl, `http://127.0.0.1:${gateway.ports.http}`];
      const [one, other] = urls.map((url) => accessTo(url, organizationId, apiKey));
      await setUpIssuer(one!);
      // The first gRPC streams go to the replica that connected first. The loop continues until all
      // replicas have received calls.
      await until(
        30_000,
        async () => {
          await Promise.all([one!, other!].map((api) => api.request('GET', '/v1/cfdi')));
          return measured('timbre_rpc_duration_seconds_count', 'listCfdi');
        },
        (calls) => Math.min(...calls) > 0,
      );
      return [one!, other!];
    },
    measured,
    stop: () => deployment.stop(),
  };
}

async function valueOf(healthUrl: string, name: string, attributes: string): Promise<number> {
  const page = await (await fetch(`${healthUrl}/metrics`)).text();
  const lines = page.split('\n').filter((line) => line.startsWith(`${name}{`));
  const found = lines.filter((line) => line.includes(attributes));
  return found.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
}
