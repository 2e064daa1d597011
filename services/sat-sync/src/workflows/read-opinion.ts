import { SatFault } from '../domain/sat-fault';
import { readOpinion as factsOf } from '../domain/taxpayers/opinion';
import type { Run } from '@timbre/kit';
import { keepingPages } from './keep-page';
import type { PortalProviders, SourceCounts } from './read-declarations';
import { textOf } from './read-pdf';
import { recordOpinion } from './record-opinion';

/**
 * Requests today's compliance opinion from the SAT and stores it.
 * @throws SatFault, or the refusal of fiscal-cfdi if the organization has no FIEL
 */
export const readOpinion = (run: Run, providers: PortalProviders): Promise<SourceCounts> =>
  keepingPages(run, 'compliance_opinion', async () => {
    const content = await providers.portals.opinion(run.context);
    const lines = await textOf(providers, content);
    const read = 'issues' in lines ? lines : factsOf(lines.text);
    if ('issues' in read) {
      const [issue] = read.issues;
      throw new SatFault('page_not_recognised', `the opinion cannot be read: ${issue?.code}`);
    }
    const recorded = await run.step((tx) => recordOpinion(tx, read.opinion, content, 'portal'));
    const imported = recorded === 'imported' ? 1 : 0;
    return { found: 1, imported, updated: 0, skipped: 0 };
  });
