import { startProduction } from '../production';
import { refusalOf } from '../refused';
import { satTaxpayer, synchronized } from './taxpayer';

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
});
