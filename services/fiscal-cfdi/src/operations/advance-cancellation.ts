import { localDateTimeIn } from '@timbre/fiscal';
import { failpoint, type Run, type Transaction } from '@timbre/kit';
import { cancelCallMs, isCancellationOpen, replacementCheckMs } from '../domain/cancellation';
import type { DocumentKind } from '../domain/document-kind';
import type { CancelOutcome, OrganizationPacs, PacDirectory, PacDocument } from '../domain/pac';
import type { Signer, StoredSigningKey } from '../domain/ports';
import { satQueryOf, type SatQuery, type SatStatusService } from '../domain/sat-status';
import { lockCancellation, type Cancellation } from '../store/cancellations';
import { FiscalProfile } from '../store/fiscal-profiles';
import { activeSigningKey } from '../store/signing-keys';
import { stampingPacOf } from '../store/stamp-attempts';
import { pacsOf } from './organization-pacs';
import { rejectCancellation, settleRequest, settleState } from './cancellation-outcome';
import { findDocument, fiscalKindOf, getDocument } from './fiscal-kinds';

/** What cancelling needs of the outside. */
export interface CancellationProviders {
  signer: Signer;
  pacs: PacDirectory;
  satStatus: SatStatusService;
}

/** What is to be done about a cancellation now. */
type Due =
  | { step: 'nothing' }
  | { step: 'ask'; query: SatQuery }
  | { step: 'send'; key: StoredSigningKey; pac: string | undefined; request: SignedParts };

interface SignedParts {
  kind: DocumentKind;
  issuerRfc: string;
  uuid: string;
  motive: string;
  replacementUuid?: string | undefined;
}

/**
 * Takes a cancellation one step further when it is due: to the PAC that stamped the document, or
 * with a question to the SAT. Asking twice is harmless (202), so an answer that is lost is asked for
 * again; nothing but the status service makes a document canceled.
 * @param isNew a request that nobody took is forgotten instead of tried again by a job
 * @returns false when it was forgotten
 */
export async function advanceCancellation(
  run: Run,
  { signer, pacs, satStatus }: CancellationProviders,
  id: string,
  { isNew = false } = {},
): Promise<boolean> {
  const due = await run.step((tx) => claim(tx, id));
  if (due.step === 'nothing') return true;
  if (due.step === 'ask') {
    const status = await satStatus.consult(due.query);
    await run.step((tx) => settleState(tx, id, status));
    return true;
  }
  const key = await signer.open(due.key);
  const fecha = localDateTimeIn(run.now().getTime(), 'America/Mexico_City');
  const signed = key.signCancelacion({ ...due.request, fecha });
  await run.step(async (tx) => {
    (await lockCancellation(tx, id)).requestXml = Buffer.from(signed);
  });
  failpoint('cancellation.sending');
  const request = { kind: due.request.kind, xml: signed };
  const outcome = await askPac(await pacsOf(run, pacs), due.pac, request);
  failpoint('cancellation.answered');
  return run.step((tx) => settleRequest(tx, id, outcome, isNew));
}

/** Only the PAC that stamped a document cancels it; one stamped elsewhere goes to the first. */
async function askPac(
  pacs: OrganizationPacs,
  name: string | undefined,
  signed: PacDocument,
): Promise<CancelOutcome> {
  const pac = name === undefined ? pacs.inOrder[0] : await pacs.named(name);
  return pac
    ? pac.cancel(signed)
    : { outcome: 'not_sent', cause: new Error(`no PAC ${name ?? ''}`) };
}

async function claim(tx: Transaction, id: string): Promise<Due> {
  const cancellation = await lockCancellation(tx, id);
  const { state, nextCheckAt } = cancellation;
  const isDue = isCancellationOpen(state) && nextCheckAt && nextCheckAt <= tx.now;
  if (!isDue) return { step: 'nothing' };
  cancellation.nextCheckAt = new Date(tx.now.getTime() + cancelCallMs);
  const { documentKind: kind, documentId, motive } = cancellation;
  const document = await getDocument(tx, fiscalKindOf(kind), documentId);
  if (cancellation.receivedAt)
    return { step: 'ask', query: satQueryOf(kind, document.stampedXml!) };
  const replacement = await replacementFor(tx, cancellation);
  if (replacement === 'waiting') return { step: 'nothing' };
  const profile = await tx.findBy(FiscalProfile, {});
  const request = { kind, issuerRfc: profile!.rfc, uuid: document.uuid!, motive };
  const key = await activeSigningKey(tx);
  cancellation.sentAt = tx.now;
  const pac = await stampingPacOf(tx, documentId);
  return { step: 'send', key, pac, request: { ...request, replacementUuid: replacement } };
}

/** The UUID of the replacement, once it has one. */
async function replacementFor(
  tx: Transaction,
  cancellation: Cancellation,
): Promise<string | undefined> {
  if (!cancellation.replacementId) return undefined;
  const kind = fiscalKindOf(cancellation.documentKind);
  const replacement = await findDocument(tx, kind, cancellation.replacementId);
  if (replacement?.status === 'valid') return replacement.uuid!;
  if (replacement?.status === 'draft')
    cancellation.nextCheckAt = new Date(tx.now.getTime() + replacementCheckMs);
  else
    rejectCancellation(tx, cancellation, {
      code: 'replacement_gone',
      message: 'The draft that was to replace it was deleted or canceled.',
    });
  return 'waiting';
}
