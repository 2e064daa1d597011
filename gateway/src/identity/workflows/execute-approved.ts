import { certain, Decimal } from '@timbre/fiscal';
import { isFinal, Refusal, refusals, type Run, type Transaction } from '@timbre/kit';
import type { Credential, Principal } from '../domain/principal';
import {
  Approval,
  approvalEvent,
  approvalResource,
  usesOf,
  type Authority,
} from '../store/approvals';
import { CredentialEntity } from '../store/credentials';
import type { ApprovedActions, ApprovalProviders } from './providers';
import { forbidden } from './require-permissions';
import { releaseUses } from '../store/limit-uses';
import { counted } from './uses';

const waitMs = 30_000;
const waitMsMax = 3_600_000;

/**
 * Returns the time at which an attempt without a response is retried. The wait doubles after each
 * attempt.
 */
export const nextAttempt = (tx: Transaction, attempts: number): Date =>
  new Date(tx.now.getTime() + Math.min(waitMs * 2 ** attempts, waitMsMax));

/**
 * Performs an approved action and stores its outcome. Every attempt uses the approval's idempotency
 * key, so that the action is not performed twice.
 * @throws Refusal of the operation; if the refusal leaves the outcome unknown, the action stays
 * `executing`
 */
export async function execute(providers: ApprovalProviders, run: Run, id: string): Promise<void> {
  const approval = await run.step((tx) => tx.get(Approval, id, approvalResource.name));
  if (approval.state !== 'executing') return;
  try {
    const reply = await callApproved(providers, run, approval);
    await end(run, id, 'approved', (_, found) => {
      found.reply = providers.seals.sealAnswer(reply, found.organizationId, found.id);
    });
  } catch (error) {
    if (!(error instanceof Refusal) || !isOutcome(error)) throw error;
    const { code, message, details } = error;
    await end(run, id, 'failed', async (tx, found) => {
      found.refusal = { code, message, details };
      // The amounts are released only on the first attempt, because an earlier attempt may have
      // performed the action.
      if (found.attempts === 0) await releaseUses(tx, usesOf(found));
    });
    throw error;
  }
}

/**
 * Whether the refusal is final, so that a retry with the same idempotency key would be refused
 * again.
 */
const isOutcome = (refusal: Refusal): boolean => {
  const { code, details } = refusal;
  // The proposer's credential ended after the approval.
  if (code === 'unauthenticated') return true;
  return isFinal(refusal) || (refusals[code].isOutcome && !details.retryable);
};

const end = (
  run: Run,
  id: string,
  state: 'approved' | 'failed',
  change: (tx: Transaction, approval: Approval) => void | Promise<void>,
): Promise<void> =>
  run.step(async (tx) => {
    const found = await tx.lock(Approval, id, approvalResource.name);
    if (found.state !== 'executing') return;
    await change(tx, found);
    Object.assign(found, { state, request: null, nextAttemptAt: null, updatedAt: tx.now });
    tx.emit(() => approvalEvent(state, found));
  });

async function callApproved(
  { actions, seals }: ApprovalProviders,
  run: Run,
  approval: Approval,
): Promise<Uint8Array> {
  const { id, operation, nonce, organizationId, fingerprint } = approval;
  const authority = certain(approval.authority, 'authority');
  const request = seals.open(certain(approval.request, 'request'), organizationId, id);
  const proposer = asCredential(await storedProposer(run, approval));
  const approver = { ...credentialOf(approval, authority), proposer };
  const context = { ...run.context, actor: approver.actor, judged: authority.judged };
  const action = { operation, request, nonce, fingerprint };
  const call = () => actions.perform(action, context, approver);
  // The limits were checked at the approval. The amount stored at the approval is used, because an
  // earlier attempt of the action may have changed the document.
  const amount = Decimal.from(authority.amount);
  const use = { operation, key: nonce, fingerprint, amount };
  const within = authority.counting.reduce(
    (inner, limited) => () => counted(run, limited, use, inner),
    call,
  );
  return within();
}

const credentialOf = (
  { organizationId, decidedBy }: Approval,
  { id, permissions, isOwner = false }: Authority,
): Principal => ({
  id,
  actor: certain(decidedBy, 'decidedBy'),
  organizationId,
  isOwner,
  isArchived: false,
  permissions: new Set(permissions),
});

/**
 * Returns the current state of the proposing credential. The possible refusal is forbidden
 * (proposer_ended, insufficient_scope).
 *
 * - proposer_ended: the credential that made the proposal is no longer valid
 */
export async function proposerOf(
  actions: ApprovedActions,
  run: Run,
  approval: Approval,
): Promise<Principal> {
  const found = await storedProposer(run, approval);
  const isOver = found.revokedAt ?? (found.expiresAt && found.expiresAt <= run.now());
  if (isOver) {
    throw forbidden('The credential that proposed it works no more.', 'proposer_ended');
  }
  const proposer = asCredential(found);
  actions.requireAllowed(approval.operation, false, proposer);
  return proposer;
}

const storedProposer = (run: Run, { credentialId }: Approval): Promise<CredentialEntity> =>
  run.step((tx) => tx.get(CredentialEntity, credentialId, 'credential'));

const asCredential = (found: CredentialEntity): Credential => ({
  id: found.id,
  actor: `credential:${found.id}`,
  organizationId: found.organizationId,
  permissions: new Set(found.permissions),
  isOwner: found.isOwner,
  isArchived: false,
  budgetId: found.budgetId,
  limits: found.limits ?? undefined,
  parentId: found.parentId ?? undefined,
  expiresAt: found.expiresAt ?? undefined,
  allowedAddresses: found.allowedAddresses ?? undefined,
});
