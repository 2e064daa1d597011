import { certain, itemAt, lastIn } from '@timbre/fiscal';
import { failpoint, Refusal, StartError, type Run } from '@timbre/kit';
import type { SatStatusService } from '../../domain/cancelling/sat-status';
import type { ImportReaderProviders } from '../../domain/drafting/read-documents';
import type { Recovered } from '../../domain/recovery/recovered';
import type { Pac, PacDirectory } from '../../domain/stamping/pac';
import type { StampPrice } from '../../domain/stamping/stamp-price';
import { countDrafts } from '../../store/recovery/unstamped-drafts';
import { certificateNumbers } from '../../store/set-up/certificates';
import { profileIn } from '../../store/set-up/read-profile';
import { pacsOf } from '../stamping/organization-pacs';
import { applyCancellations } from './apply-cancellations';
import { refusalOf, stampedAt, type FoundStamp } from './found-stamp';
import { listIssued, reasonOf } from './list-issued';
import { planRecovery, recoverDocument, type Recovering } from './recover-document';
import { settleOpen } from './settle-open';
import type { Report } from './report';

export interface RecoveryProviders extends ImportReaderProviders {
  pacs: PacDirectory;
  satStatus: SatStatusService;
  stampPrice: StampPrice | undefined;
}

/** An XML file of a PAC's portal or of a mass download. */
export interface XmlFile {
  name: string;
  xml: Buffer;
}

export interface AheadRequest {
  sinceMs: number;
  /** The first date of issue of the documents whose status the SAT is asked for. */
  statusFrom: string;
  isApplied: boolean;
  /** Returns the files in order; each call begins again. */
  files: () => AsyncIterable<XmlFile>;
}

/**
 * The numbers of documents by their result. Without `isApplied`, the results are only planned, and nothing is
 * stored.
 */
export interface AheadCounts {
  known: number;
  repaired: number;
  imported: number;
  canceled: number;
  refused: number;
  /** Questions without an answer; the command must be repeated. */
  unanswered: number;
  /** Stamp attempts that are still open. */
  open: number;
}

/** The documents that are read and verified together. */
const batchMax = 50;

/**
 * Finds the documents that were stamped or canceled after the point to which the database was restored, and
 * with `isApplied` stores them. Each document is one transaction, and a stored document is skipped, so the
 * work may be interrupted and repeated at any time.
 */
export async function bringAhead(
  run: Run,
  providers: RecoveryProviders,
  request: AheadRequest,
  report: Report,
): Promise<AheadCounts> {
  const profile = await run.step(profileIn);
  if (!profile) throw new StartError('No organization with a fiscal profile has this identifier.');
  const certificates = await run.step(certificateNumbers);
  const pacs = await pacsOf(run, providers.pacs);
  const counts = {
    known: 0,
    repaired: 0,
    imported: 0,
    canceled: 0,
    refused: 0,
    unanswered: 0,
    open: 0,
  };
  const recovering = { pac: pacs.inOrder[0]?.name, price: providers.stampPrice };
  const { rfc } = profile;
  const recovery: Recovery = {
    run,
    providers,
    request,
    report,
    counts,
    rfc,
    certificates,
    recovering,
  };
  for (const pac of pacs.inOrder) await recoverAll(recovery, fromPac(recovery, pac));
  await recoverAll(recovery, fromFiles(recovery));
  if (request.isApplied) counts.open = await settleOpen(run, providers.pacs, pacs);
  const { satStatus } = providers;
  const how = { from: request.statusFrom, isApplied: request.isApplied };
  const statuses = await applyCancellations(run, satStatus, how, report);
  counts.canceled = statuses.canceled;
  counts.unanswered += statuses.unanswered;
  return counts;
}

interface Recovery {
  run: Run;
  providers: RecoveryProviders;
  request: AheadRequest;
  report: Report;
  counts: AheadCounts;
  /** The RFC of the organization. */
  rfc: string;
  /** The numbers of the organization's certificates. */
  certificates: ReadonlySet<string>;
  recovering: Recovering;
}

/** Yields the documents that a PAC lists and the database does not have. */
async function* fromPac(recovery: Recovery, { name, issued }: Pac): AsyncGenerator<Given> {
  const { run, request, report, counts, rfc } = recovery;
  if (!issued) {
    const drafts = await run.step(countDrafts);
    report.line({ pac: name, canList: false, drafts, otherwise: 'give its files with --from' });
    return;
  }
  const found = await listIssued(run, issued, { rfc, ...request }, report);
  const { listed, missing, unanswered } = found;
  counts.unanswered += unanswered;
  report.line({ pac: name, canList: true, listed, missing: missing.length, unanswered });
  for (const [index, { kind, uuid }] of missing.entries()) {
    const outcome = await issued.read(rfc, kind, uuid);
    const place = `${name}: ${index + 1} of ${missing.length} documents`;
    if (outcome.outcome === 'read')
      yield { name: uuid, xml: Buffer.from(outcome.xml), pac: name, place };
    else {
      counts.unanswered += 1;
      report.line({ action: 'unanswered', uuid, found: name, because: reasonOf(outcome) });
    }
  }
}

async function* fromFiles({ request }: Recovery): AsyncGenerator<Given> {
  for await (const { name, xml } of request.files())
    yield { name, xml, pac: undefined, place: `files until ${name}` };
}

/** An XML that was not verified yet. */
interface Given {
  /** The UUID or the name of the file. */
  name: string;
  xml: Buffer;
  pac: string | undefined;
  /** The progress after this document. */
  place: string;
}

async function recoverAll(recovery: Recovery, given: AsyncIterable<Given>): Promise<void> {
  let batch: Given[] = [];
  for await (const one of given) {
    batch.push(one);
    if (batch.length < batchMax) continue;
    await recoverBatch(recovery, batch);
    batch = [];
  }
  if (batch.length > 0) await recoverBatch(recovery, batch);
}

async function recoverBatch(recovery: Recovery, given: readonly Given[]): Promise<void> {
  const { importReader } = recovery.providers;
  const verdicts = await importReader.read(
    recovery.rfc,
    given.map(({ xml }) => xml),
  );
  for (const [index, { name, xml, pac }] of given.entries()) {
    const read = itemAt(verdicts, index);
    const found = pac ?? name;
    if (!('issues' in read)) await recover(recovery, { xml, read, pac }, found);
    // The files may contain documents of other organizations.
    else if (!read.issues.some(({ code }) => code === 'not_of_organization'))
      refuse(recovery, { uuid: name, found }, certain(read.issues[0], 'the issue').code);
  }
  recovery.report.progress(lastIn(given).place);
}

async function recover(recovery: Recovery, found: FoundStamp, source: string): Promise<void> {
  const { run, request, recovering, counts, report } = recovery;
  const { columns } = found.read;
  const line = {
    uuid: columns.uuid,
    folio: `${'series' in columns ? (columns.series ?? '') : ''}${columns.externalFolio ?? ''}`,
    total: columns.total,
    receiver: columns.counterpartyRfc,
    stamped: stampedAt(found),
    found: source,
  };
  const code = refusalOf(found, { ...request, certificates: recovery.certificates });
  // Files contain received and earlier documents too, which are not ahead.
  if (code === 'not_issued' || code === 'stamped_before') return;
  if (code !== undefined) return refuse(recovery, line, code);
  const recovered = await attempted(() =>
    run.step((tx) =>
      request.isApplied ? recoverDocument(tx, found, recovering) : planRecovery(tx, found),
    ),
  );
  failpoint('ahead.recovered');
  if (recovered.action === 'refused') return refuse(recovery, line, recovered.code);
  counts[recovered.action] += 1;
  const { action, documentRef, ...more } = recovered;
  if (action === 'known') return;
  const document = documentRef === '' ? undefined : documentRef;
  report.line({ action, ...line, document, ...more, isApplied: request.isApplied });
}

function refuse({ counts, report }: Recovery, line: object, code: string): void {
  counts.refused += 1;
  report.line({ action: 'refused', ...line, code });
}

/** Returns the reason of a refusal as an outcome, so that one document does not stop the others. */
async function attempted(work: () => Promise<Recovered>): Promise<Recovered> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { action: 'refused', code: error.details.reason ?? error.code };
  }
}
