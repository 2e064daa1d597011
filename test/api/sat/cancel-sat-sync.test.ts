import { created, dataOf } from '@timbre/testkit/client';
import { refusalOf } from '../refused';
import { until } from '../until';
import { satTaxpayer } from './taxpayer';

interface Seen {
  state: string;
  sources: [{ nextCheckAt?: string; requests?: { nextCheckAt?: string }[] }];
}

const body = { sources: ['received_cfdi'], dateFrom: '2026-10-01', dateTo: '2026-10-31' };

/** Restores the normal responses of the simulator, which other tests also use. */
let answersAtOnce = (): Promise<unknown> => Promise.resolve();
afterAll(() => answersAtOnce());

describe('200', () => {
  it('cancelSatSync cancels a running synchronization once, and the next synchronization can then start', async () => {
    const { api, sim } = await satTaxpayer();
    answersAtOnce = () => sim('PATCH', '/__sim/mass-download', { processSeconds: 0 });
    await sim('PATCH', '/__sim/mass-download', { processSeconds: 15 });
    const { syncId } = await created(api, '/v1/sat/syncs', body);
    const running = await api.request('POST', '/v1/sat/syncs', { body });
    expect(refusalOf(running)).toBe('409 conflict sync_running');
    const sync = `/v1/sat/syncs/${syncId as string}`;
    const seen = () => dataOf(api.request('GET', sync)) as Promise<Seen>;
    const asked = await until(
      60_000,
      seen,
      ({ sources: [one] }) => !!one.requests?.[0]?.nextCheckAt,
    );
    expect(asked.sources[0]).toMatchObject({ nextCheckAt: expect.any(String) });
    const path = `${sync}/cancel`;
    const canceled = (await dataOf(api.request('POST', path))) as unknown as Seen;
    expect(canceled).toMatchObject({ state: 'canceled', sources: [{ state: 'canceled' }] });
    // The download request still exists at the SAT, but Timbre no longer queries its state.
    expect(canceled.sources[0].requests).toEqual([
      expect.not.objectContaining({ nextCheckAt: expect.anything() }),
    ]);
    expect(refusalOf(await api.request('POST', path))).toBe('409 conflict sync_over');
    await answersAtOnce();
    await created(api, '/v1/sat/syncs', body);
  });
});
