import { isUuid } from '@timbre/fiscal';
import type { Run, Transaction } from '@timbre/kit';
import { answerBefore, missesMax } from '../../domain/cancelling/receiver-request';
import type { PacDirectory, PendingOutcome } from '../../domain/stamping/pac';
import { claimPoll, settlePoll } from '../../store/cancellation-polls';
import {
  CancellationRequest,
  isRejectedBefore,
  lockRequest,
  receivedDocument,
  recentRequests,
  requestReceived,
} from '../../store/cancellation-requests';
import { profileIn } from '../../store/set-up/read-profile';
import { pacsOf } from '../stamping/organization-pacs';

export interface PollProviders {
  pacs: PacDirectory;
}

/**
 * Queries the PAC for the cancellations that wait for the organization's answer, and stores which requests
 * are new and which are no longer listed. The list comes from the SAT, so every PAC of the organization
 * returns the same list, and the first response is sufficient.
 * @param isAsked see `claimPoll`
 * @returns true if this call queried the PAC
 */
export async function pollRequests(
  run: Run,
  { pacs }: PollProviders,
  { isAsked = false } = {},
): Promise<boolean> {
  const rfc = await run.step(async (tx) => {
    const profile = await profileIn(tx);
    return profile && (await claimPoll(tx, isAsked)) ? profile.rfc : undefined;
  });
  if (rfc === undefined) return false;
  const { inOrder } = await pacsOf(run, pacs);
  let outcome: PendingOutcome | undefined;
  for (const pac of inOrder) {
    outcome = await pac.pendingFor(rfc);
    if (outcome.outcome === 'listed') break;
  }
  await run.step(async (tx) => {
    const isRead = outcome?.outcome === 'listed';
    if (isRead) await keepListed(tx, rfc, outcome as Extract<PendingOutcome, { uuids: unknown }>);
    await settlePoll(tx, isRead);
  });
  return true;
}

/**
 * The maximum number of new requests that are stored from one list. If the list is longer, the remaining
 * requests are stored after the next query.
 */
const newMax = 500;
/** The SAT's list may still contain an answered request for this time, in milliseconds. */
const lagMs = 10 * 60_000;

async function keepListed(
  tx: Transaction,
  rfc: string,
  { uuids }: { uuids: string[] },
): Promise<void> {
  const listed = new Set(uuids.map((uuid) => uuid.toLowerCase()).filter(isUuid));
  const known = await recentRequests(tx, new Date(tx.now.getTime() - lagMs));
  const recent = new Set(known.map(({ uuid }) => uuid));
  for (const { id, uuid, state } of known) {
    if (state !== 'pending') continue;
    const request = await lockRequest(tx, id);
    if (request.state !== 'pending') continue;
    if (listed.has(uuid)) {
      if (request.missed > 0) Object.assign(request, { missed: 0, nextCheckAt: null });
      continue;
    }
    request.missed += 1;
    if (request.missed >= missesMax) request.nextCheckAt = tx.now;
  }
  const added = [...listed].filter((uuid) => !recent.has(uuid)).slice(0, newMax);
  for (const uuid of added) await add(tx, rfc, uuid);
}

async function add(tx: Transaction, rfc: string, uuid: string): Promise<void> {
  const received = await receivedDocument(tx, uuid);
  const wasRejected = await isRejectedBefore(tx, uuid);
  const id = tx.newId();
  const request = {
    id,
    version: 1,
    uuid,
    rfc,
    state: 'pending' as const,
    missed: 0,
    looks: 0,
    firstSeenAt: tx.now,
    answerBefore: answerBefore(tx.businessNow, { wasRejected }),
    answer: null,
    requestedBy: null,
    actor: null,
    answerXml: null,
    acuse: null,
    code: null,
    message: null,
    sentAt: null,
    nextCheckAt: null,
    finishedAt: null,
  };
  tx.add(CancellationRequest, request);
  tx.emit(requestReceived({ ...request, organizationId: tx.organizationId }, received));
}
