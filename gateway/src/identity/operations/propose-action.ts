import { randomUUID } from 'node:crypto';
import type { Text } from '@timbre/api';
import {
  command,
  conflict,
  createRun,
  idempotencyConflict,
  Refusal,
  replyWith,
  type Operation,
  type Run,
} from '@timbre/kit';
import { certain } from '@timbre/fiscal';
import type { Principal } from '../domain/principal';
import {
  Approval,
  approvalEvent,
  approvalResource,
  countPending,
  lockProposals,
} from '../store/approvals';
import type { ApprovalProviders } from '../workflows/providers';
import type { KeptRequest, Seals } from '../workflows/seals';

/**
 * The validity of a proposal, in milliseconds. The time is long enough for an approver who is
 * absent for some days.
 */
const validMs = 7 * 86_400_000;

/**
 * The maximum number of undecided proposals of a credential. A person would not read more proposals
 * than this number.
 */
const pendingMax = 100;

/** The proposed request of a credential that may only make proposals. */
export interface Proposal {
  operation: string;
  summary: Text;
  /** The digest of the document that the action changes. */
  documentVersion: string;
  /** Whether the document is a payroll document. */
  isPayroll: boolean;
  request: KeptRequest;
}

interface Kept extends Proposal {
  credential: Principal;
  key: string;
  fingerprint: string;
  seals: Seals;
}

/**
 * Stores a request until a person decides on it. If the credential has already proposed an
 * identical request, the stored proposal is returned. The possible refusal is conflict
 * (approvals_pending).
 *
 * - approvals_pending: this credential has too many undecided proposals; wait until a person decides on them
 */
const keep = command(async (tx, proposal: Kept) => {
  const { credential, operation, key, fingerprint, request, seals } = proposal;
  const { id: credentialId, budgetId = credentialId } = credential;
  await lockProposals(tx, budgetId);
  const known = await tx.findBy(Approval, { budgetId, operation, key });
  if (known) return replyWith(approvalResource, known.id);
  if ((await countPending(tx, budgetId)) >= pendingMax) {
    throw conflict(
      `This credential has ${pendingMax} proposals that nobody has decided on; wait until somebody does.`,
      'approvals_pending',
    );
  }
  const id = tx.newId();
  const { documentRef } = request.given;
  const added = {
    id,
    version: 1,
    state: 'pending',
    operation,
    key,
    fingerprint,
    summary: proposal.summary.en,
    summaryEs: proposal.summary.es,
    documentVersion: proposal.documentVersion,
    isPayroll: proposal.isPayroll,
    documentRef: typeof documentRef === 'string' ? documentRef : null,
    credentialId,
    budgetId,
    request: seals.seal(request, tx.organizationId, id),
    nonce: randomUUID(),
    attempts: 0,
    createdAt: tx.now,
    updatedAt: tx.now,
    expiresAt: new Date(tx.now.getTime() + validMs),
  };
  tx.add(Approval, added);
  tx.emit(approvalEvent('requested', added));
  return replyWith(approvalResource, id);
});

/** The response to the proposer: the pending proposal, or its outcome. */
export class Proposed {
  constructor(readonly body: Uint8Array) {}
}

/**
 * Proposes an action for approval. If the proposer repeats the request after the action was
 * performed, the response is the action's response.
 */
export const propose: Operation<
  Proposal & { credential: Principal },
  ApprovalProviders,
  Proposed | Uint8Array
> = {
  async run(runtime, context, proposal) {
    const { seals } = runtime.providers;
    const { key, fingerprint } = certain(context.idempotency, 'idempotency');
    const kept = { ...proposal, key, fingerprint, seals };
    const body = await keep.run(runtime, { ...context, idempotency: undefined }, kept);
    const { data } = JSON.parse(body.toString()) as { data: { approvalId: string } };
    const outcome = await outcomeOf(createRun(runtime, context), seals, data.approvalId);
    return outcome ?? new Proposed(body);
  },
};

/**
 * Returns the outcome of a proposal; undefined while the proposal is undecided.
 *
 * - approval_expired: nobody approved the proposal within seven days; propose the action again
 * - approval_rejected: a person rejected the proposal; the message has the reason
 * @throws Refusal of the operation, or Refusal for the rejection
 */
async function outcomeOf(run: Run, seals: Seals, id: string): Promise<Uint8Array | undefined> {
  const found = await run.step((tx) => tx.get(Approval, id, approvalResource.name));
  if (found.fingerprint !== certain(run.context.idempotency, 'idempotency').fingerprint)
    throw idempotencyConflict();
  if (found.state === 'approved')
    return seals.openAnswer(found.reply ?? '{"data":{}}', found.organizationId, id);
  if (found.refusal) {
    throw new Refusal(found.refusal.code, found.refusal.message, found.refusal.details);
  }
  if (found.state === 'rejected') {
    throw conflict(`A person rejected the action: ${found.reason}`, 'approval_rejected');
  }
  const isExpired = found.state === 'pending' && found.expiresAt <= run.now();
  if (found.state === 'expired' || isExpired) {
    throw conflict('Nobody approved it in seven days; propose it anew.', 'approval_expired');
  }
  return undefined;
}
