import type { Api, Shown } from '@timbre/testkit/client';
import { until } from '../until';

/** Waits for the first event of a type, and returns its data. */
export async function announced(api: Api, type: string, timeoutMs = 60_000): Promise<Shown> {
  const page = await until(
    timeoutMs,
    async () => (await api.request('GET', `/v1/events?types=${type}`)).json,
    ({ data }) => data.length > 0,
  );
  return page.data[0].data as Shown;
}
