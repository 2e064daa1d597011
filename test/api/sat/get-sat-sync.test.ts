import { startProduction } from '../production';
import { refusalOf } from '../refused';
import { satTaxpayer, synchronized } from './taxpayer';

interface Scenario {
  id: string;
  trigger: { requesterRfc: [string, string] };
}

const path = '/v1/sat/syncs';

describe('200', () => {
  it('has each source with its counts; another organization does not see it', async () => {
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
  }, 120_000);

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
    'shows what %s of the simulator does to a taxpayer',
    async (id, shown) => {
      const { sim } = await satTaxpayer({ hasFiel: false });
      const { data } = await sim<{ data: Scenario[] }>('GET', '/scenarios');
      const [rfc] = data.find((one) => one.id === id)!.trigger.requesterRfc;
      const taxpayer = await satTaxpayer({ rfc });
      const november = { dateFrom: '2026-11-01', dateTo: '2026-11-02' };
      const asked = { sources: ['received_cfdi'], ...november };
      expect(await synchronized(taxpayer, asked)).toMatchObject(shown);
    },
    120_000,
  );
});
