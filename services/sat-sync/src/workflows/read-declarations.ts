import { failpoint, type CallContext, type Run } from '@timbre/kit';
import type { Filing, FilingDocument } from '../domain/declarations/filing';
import type { Reading } from '../domain/declarations/merge';
import { readDeclaration } from '../domain/declarations/read-declaration';
import type { DeclarationsSession, SatPortals } from '../domain/portals';
import { keptDocuments } from '../store/sat-files';
import { keepingPages } from './keep-page';
import { textOf, type PdfProviders } from './read-pdf';
import { recordDeclaration, type Recorded } from './record-declaration';

export interface PortalProviders extends PdfProviders {
  portals: SatPortals<CallContext>;
}

/** The counts of documents that were read from a source. */
export interface SourceCounts {
  found: number;
  imported: number;
  updated: number;
  skipped: number;
  /** The skipped documents, with the file names that the SAT uses. */
  issues?: { name: string; code: string }[];
}

/**
 * Reads the declarations of several years from the SAT's portal. Each filing is stored in a
 * separate commit, so a restart continues after the last stored filing. Documents that are already
 * stored are not fetched again.
 * @throws SatFault, or the refusal of fiscal-cfdi if the organization has no FIEL
 */
export const readDeclarations = (
  run: Run,
  { portals, ...pdfs }: PortalProviders,
  fiscalYears: readonly number[],
): Promise<SourceCounts> =>
  keepingPages(run, 'declarations', () =>
    portals.declarations(run.context, async (session) => {
      const counts: SourceCounts = { found: 0, imported: 0, updated: 0, skipped: 0 };
      for (const fiscalYear of fiscalYears) {
        const filings = await session.list(fiscalYear, 'acuse');
        const paid = await session.list(fiscalYear, 'payment_receipt');
        counts.found += filings.length;
        const isPaid = new Set(paid.map(({ operationNumber }) => operationNumber));
        for (const filing of filings) {
          const documents: FilingDocument[] = isPaid.has(filing.operationNumber)
            ? ['acuse', 'payment_receipt']
            : ['acuse'];
          const asked = { filing, fiscalYear, documents };
          count(counts, filing, await readFiling(run, session, pdfs, asked));
        }
      }
      return counts;
    }),
  );

/** The maximum number of issues that are stored; further issues are only counted. */
const issuesMax = 50;

function count(counts: SourceCounts, { operationNumber }: Filing, outcomes: Recorded[]): void {
  if (outcomes.includes('imported')) counts.imported += 1;
  else if (outcomes.includes('updated')) counts.updated += 1;
  else if (outcomes.includes('skipped')) {
    counts.skipped += 1;
    const issues = (counts.issues ??= []);
    // This branch handles a filing without a readable period in the search result and in the filing
    // receipt (acuse).
    if (issues.length < issuesMax)
      issues.push({ name: operationNumber, code: 'period_unreadable' });
  }
}

interface Asked {
  filing: Filing;
  fiscalYear: number;
  documents: FilingDocument[];
}

async function readFiling(
  run: Run,
  session: DeclarationsSession,
  providers: PdfProviders,
  { filing, fiscalYear, documents }: Asked,
): Promise<Recorded[]> {
  const { rfc } = session;
  const kept = await keptDocuments(run.read, rfc, filing.operationNumber);
  const reading: Reading = { rfc, fiscalYear, source: 'portal', filing };
  const outcomes: Recorded[] = [];
  for (const document of documents.filter((wanted) => !kept.has(wanted))) {
    const content = await session.fetch(filing, fiscalYear, document);
    const { isOwn, ...read } = await factsOf(providers, content, filing, rfc);
    // A PDF that belongs to another filing or taxpayer is not stored. The next synchronization therefore
    // requests the correct PDF again.
    const file = isOwn ? { document, content } : undefined;
    const recorded = await run.step((tx) => recordDeclaration(tx, { ...reading, ...read }, file));
    failpoint('declaration.recorded');
    outcomes.push(recorded);
  }
  if (outcomes.length > 0) return outcomes;
  return [await run.step((tx) => recordDeclaration(tx, reading))];
}

/**
 * Reads the data in a PDF that was downloaded from the portal. Errors in the PDF become anomalies
 * of the declaration.
 */
async function factsOf(
  providers: PdfProviders,
  content: Buffer,
  { operationNumber }: Filing,
  rfc: string,
): Promise<Pick<Reading, 'facts' | 'anomalies'> & { isOwn: boolean }> {
  const lines = await textOf(providers, content);
  const read = 'issues' in lines ? lines : readDeclaration(lines.text);
  if ('issues' in read) {
    const anomalies = read.issues.map(({ code, message }) => ({ code, text: message }));
    return { isOwn: true, anomalies };
  }
  if (read.facts.operationNumber !== operationNumber || read.facts.rfc !== rfc) {
    const text = `${read.facts.rfc} ${read.facts.operationNumber}`;
    return { isOwn: false, anomalies: [{ code: 'document_of_another', text }] };
  }
  return { isOwn: true, facts: read.facts };
}
