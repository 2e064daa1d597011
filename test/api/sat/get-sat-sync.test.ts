import { created, dataOf } from '@timbre/testkit/client';
import { startProduction } from '../production';
import { refusalOf } from '../refused';
import { until } from '../until';
import { filedDeclaration, satTaxpayer, simulatedPdf, synchronized, uploadedPdf } from './taxpayer';

/** The data of an event about a synchronization. */
interface SyncEvent {
  type: string;
  data: { syncId: string };
}

interface Scenario {
  id: string;
  trigger: { requesterRfc: [string, string] };
}

const path = '/v1/sat/syncs';

describe('200', () => {
  it('getSatSync returns each source with its counts, and is refused to other organizations', async () => {
    const taxpayer = await satTaxpayer();
    const sources = ['declarations', 'compliance_opinion'];
    const sync = await synchronized(taxpayer, { sources });
    expect(sync).toMatchObject({
      state: 'completed',
      sources: [
        { source: 'compliance_opinion', state: 'completed', found: 1, imported: 1 },
        { source: 'declarations', state: 'completed', found: 0, imported: 0 },
      ],
    });
    const other = await startProduction();
    const answer = await other.request('GET', `${path}/${sync.syncId}`);
    expect(refusalOf(answer)).toBe('404 not_found');
  });

  it('a synchronization publishes one event when it ends: read, canceled, or imported from files', async () => {
    const taxpayer = await satTaxpayer();
    const { api } = taxpayer;
    const sources = ['received_cfdi', 'compliance_opinion'];
    const read = await synchronized(taxpayer, { sources });
    const running = await created(api, path, { sources: ['issued_cfdi'] });
    await api.request('POST', `${path}/${String(running['syncId'])}/cancel`);
    const number = await filedDeclaration(taxpayer);
    const acuse = await simulatedPdf(taxpayer, `declarations/${number}/acuse.pdf`);
    const fileIds = [await uploadedPdf(api, acuse)];
    const filed = await created(api, path, { sources: ['declarations'], fileIds });
    const events = await until(
      60_000,
      async () =>
        (await api.request('GET', '/v1/events?types=sat_sync.*')).json
          .data as unknown as SyncEvent[],
      (events) => events.length === 3,
    );
    expect(events.map(({ type }) => type)).toEqual(Array(3).fill('sat_sync.completed'));
    const ended = [read, running, filed].map(({ syncId }) => String(syncId));
    expect(events.map(({ data }) => data.syncId).toSorted()).toEqual(ended.toSorted());
    for (const { data } of events) {
      const sync = await dataOf(api.request('GET', `${path}/${data.syncId}`));
      const shown = (sync['sources'] as object[]).map((source) => ({
        ...source,
        requests: undefined,
      }));
      expect(data).toEqual({ ...sync, sources: shown });
    }
  });

  it.each([
    [
      'download_token_refused',
      { state: 'failed', sources: [{ error: { code: 'credential_rejected' } }] },
    ],
    [
      'download_stuck',
      { state: 'waiting_for_sat', sources: [{ requests: [{ state: 'accepted' }] }] },
    ],
  ])(
    'getSatSync shows what %s of the simulator does to a taxpayer',
    async (id, shown) => {
      const { sim } = await satTaxpayer({ hasFiel: false });
      const { data } = await sim<{ data: Scenario[] }>('GET', '/scenarios/taxpayers');
      const [rfc] = data.find((one) => one.id === id)!.trigger.requesterRfc;
      const taxpayer = await satTaxpayer({ rfc });
      const november = { dateFrom: '2026-11-01', dateTo: '2026-11-02' };
      const asked = { sources: ['received_cfdi'], ...november };
      expect(await synchronized(taxpayer, asked)).toMatchObject(shown);
    },
    120_000,
  );
});
