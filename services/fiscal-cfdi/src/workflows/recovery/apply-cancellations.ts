import { documentRef, lastIn } from '@timbre/fiscal';
import { failpoint, type Run, type Transaction } from '@timbre/kit';
import type { DocumentKind } from '../../domain/document-kind';
import { satQueryOf, type SatStatusService } from '../../domain/cancelling/sat-status';
import { issuedPage, type IssuedDocument } from '../../store/recovery/known-stamps';
import { cancel } from '../cancelling/cancellation-outcome';
import { fiscalKindOf, lockDocument } from '../documents/fiscal-kinds';
import type { Report } from './report';

/** The number of simultaneous queries to the SAT. */
const callsMax = 8;

export interface CancellationCounts {
  asked: number;
  canceled: number;
  /** The documents whose status the SAT did not return. */
  unanswered: number;
}

/**
 * Asks the SAT for the status of every valid document that the organization issued, because a restored
 * database does not know which of them were canceled after the point, and no PAC lists cancellations.
 * @param from the first date of issue of the documents, `YYYY-MM-DD`
 */
export async function applyCancellations(
  run: Run,
  satStatus: SatStatusService,
  { from, isApplied }: { from: string; isApplied: boolean },
  report: Report,
): Promise<CancellationCounts> {
  const counts = { asked: 0, canceled: 0, unanswered: 0 };
  const ask = async (kind: DocumentKind, { id, xml }: IssuedDocument) => {
    const query = satQueryOf(kind, xml);
    const status = await satStatus.consult(query);
    counts.asked += 1;
    if (status.outcome === 'unknown') counts.unanswered += 1;
    if (status.outcome !== 'found' || !status.isCanceled) return;
    if (isApplied) await run.step((tx) => cancelStored(tx, kind, id));
    counts.canceled += 1;
    report.line({ action: 'canceled', document: documentRef(kind, id), isApplied });
  };
  for (const kind of ['cfdi', 'withholding'] as const) {
    let after: string | undefined;
    for (;;) {
      const page = await run.step((tx) => issuedPage(tx, kind, { from, after }));
      if (page.length === 0) break;
      for (let at = 0; at < page.length; at += callsMax)
        await Promise.all(page.slice(at, at + callsMax).map((document) => ask(kind, document)));
      after = lastIn(page).id;
      report.progress(`${counts.asked} documents asked at the SAT`);
    }
  }
  return counts;
}

async function cancelStored(tx: Transaction, kind: DocumentKind, id: string): Promise<void> {
  const fiscalKind = fiscalKindOf(kind);
  const document = await lockDocument(tx, fiscalKind, id);
  if (document.status === 'valid') cancel(tx, fiscalKind, document);
  failpoint('ahead.canceling');
}
