import { localDateTimeIn } from '@timbre/fiscal';
import { failpoint, type Run } from '@timbre/kit';
import { isCertificateRevoked } from '../../domain/stamping/certificate-refusal';
import type {
  CancelOutcome,
  OrganizationPacs,
  PacDirectory,
  PacDocument,
} from '../../domain/stamping/pac';
import type { Signer } from '../../domain/ports';
import type { SatStatusService } from '../../domain/cancelling/sat-status';
import { settleArrival, settleRequest, settleState } from './cancellation-outcome';
import { claimCancellation, type DueRequest } from './claim-cancellation';
import { revokeCertificate } from '../../store/set-up/certificates';
import { pacsOf } from '../stamping/organization-pacs';
import { lockCancellation } from './lock-cancellation';

export interface CancellationProviders {
  signer: Signer;
  pacs: PacDirectory;
  satStatus: SatStatusService;
}

/**
 * Performs the next step of a due cancellation: it sends the request to the PAC that stamped the document,
 * or queries the SAT for the status. If the PAC's response was lost, the step first queries the SAT to find
 * out whether the request arrived. A document becomes canceled only when the SAT's status service shows it
 * as canceled.
 * @param isNew is true for a new request; if the PAC did not receive a new request, the request is deleted
 * instead of retried
 * @param isAsked is true if a user waits for the outcome
 * @throws Refusal of `activeSigningKey` if a user waits; otherwise the cancellation waits for another CSD
 * @returns false if the request was deleted
 */
export async function advanceCancellation(
  run: Run,
  providers: CancellationProviders,
  id: string,
  { isNew = false, isAsked = false } = {},
): Promise<boolean> {
  const due = await run.step((tx) => claimCancellation(tx, id));
  if (due.step === 'nothing') return true;
  if (due.step === 'refused') {
    if (isAsked) throw due.refusal;
    return true;
  }
  if (due.step === 'ask') {
    const status = await providers.satStatus.consult(due.document);
    failpoint('cancellation.asked');
    await run.step((tx) => settleState(tx, id, status));
    return true;
  }
  if (!(await isToBeSent(run, providers, id, due))) return true;
  return send(run, providers, id, due, isNew);
}

/**
 * Returns whether the cancellation request must be sent now. The SAT must already have the replacement;
 * otherwise it would refuse the request with code 207. The SAT must not have received the request yet. If
 * the receiver has already rejected the request, sending it again would count as a second request. If the
 * result is false, the claim expires and the job tries again.
 */
async function isToBeSent(
  run: Run,
  { satStatus }: CancellationProviders,
  id: string,
  { document, replacement, wasSent }: DueRequest,
): Promise<boolean> {
  if (replacement && (await satStatus.consult(replacement)).outcome !== 'found') return false;
  if (!wasSent) return true;
  const status = await satStatus.consult(document);
  if (status.outcome === 'unknown') return false;
  return !(await run.step((tx) => settleArrival(tx, id, status)));
}

async function send(
  run: Run,
  { signer, pacs }: CancellationProviders,
  id: string,
  due: DueRequest,
  isNew: boolean,
): Promise<boolean> {
  const key = await signer.open(due.key);
  const fecha = localDateTimeIn(run.businessNow().getTime(), 'America/Mexico_City');
  const signed = key.signCancelacion({ ...due.request, fecha });
  await run.step(async (tx) => {
    const { cancellation } = await lockCancellation(tx, id);
    cancellation.requestXml = Buffer.from(signed);
    cancellation.sentAt = tx.now;
  });
  failpoint('cancellation.sending');
  const request = { kind: due.request.kind, xml: signed };
  const outcome = await askPac(await pacsOf(run, pacs), due.pac, request);
  failpoint('cancellation.answered');
  const { wasSent } = due;
  return run.step(async (tx) => {
    if (outcome.outcome === 'refused' && isCertificateRevoked(outcome.code))
      await revokeCertificate(tx, due.key.certificateNumber);
    return settleRequest(tx, id, outcome, { isNew, wasSent });
  });
}

/**
 * Sends the request to the PAC that stamped the document, because no other PAC can cancel it. The request
 * for an imported document is sent to the first PAC.
 */
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
