import { createRun, type CallContext, type Operation, type Runtime } from '@timbre/kit';
import type { InvitationLinks } from '../domain/invitation-links';
import type { Limited, Principal } from '../domain/principal';
import { acceptInvitation } from '../operations/accept-invitation';
import { advance } from '../operations/advance-clock';
import { approve } from '../operations/approve-request';
import { archive, restore } from '../operations/archive-organization';
import { changeRole, remove } from '../operations/change-member';
import { create } from '../operations/create-credential';
import { disconnect } from '../operations/disconnect-application';
import { getApproval } from '../operations/get-approval';
import { getCredential } from '../operations/get-credential';
import { getMember } from '../operations/get-member';
import { getOrganization } from '../operations/get-organization';
import { invite, type Invitation } from '../operations/invite-member';
import { listAccess } from '../operations/list-access';
import { getRequest, listRequests } from '../operations/list-activity';
import { listApprovals } from '../operations/list-approvals';
import { listCredentials } from '../operations/list-credentials';
import { listMembers } from '../operations/list-members';
import { sellerNames } from '../operations/list-sellers';
import { propose } from '../operations/propose-action';
import { readMaker } from '../operations/read-maker';
import { reject } from '../operations/reject-request';
import { renameOrganization } from '../operations/rename-organization';
import { revoke, type Revocation } from '../operations/revoke-credential';
import { rotate } from '../operations/rotate-credential';
import { summarize } from '../operations/summarize-activity';
import { useConfirmation } from '../operations/use-confirmation';
import { creatorOf, type Made } from '../workflows/creator';
import { mailWayAt } from '../workflows/mail-way';
import type { ApprovalProviders, MailProviders } from '../workflows/providers';
import { ofItsCaller, withApiKey } from '../workflows/shown-key';
import { counted, type CountedAction } from '../workflows/uses';

/** The dependencies that the operations receive from outside identity. */
export interface IdentityProviders extends ApprovalProviders, Pick<MailProviders, 'mailer'> {
  invitations: InvitationLinks;
  /** Derives 32 bytes from the idempotency key of the write. */
  keySecret: (context: CallContext) => Buffer;
  /** Removes the cached credentials and members of an organization from this process. */
  forgetPrincipals: (organizationId: string) => void;
}

/**
 * Returns the operations of the service as functions. The edge calls these functions within the
 * process, so that authentication needs no network call.
 */
export function clientOf(runtime: Runtime<IdentityProviders>) {
  const { keySecret, forgetPrincipals } = runtime.providers;
  const calls =
    <Request, Answer>(operation: Operation<Request, IdentityProviders, Answer>) =>
    (request: Request, context: CallContext): Promise<Answer> =>
      operation.run(runtime, context, request);
  /**
   * Wraps an operation that changes permissions. After the operation, this process clears its
   * cached credentials of the organization.
   */
  const forgetting =
    <Request>(operation: Operation<Request, IdentityProviders>) =>
    async (request: Request, context: CallContext): Promise<Buffer> => {
      const answer = await operation.run(runtime, context, request);
      forgetPrincipals(context.organizationId);
      return answer;
    };
  /**
   * Wraps an operation that creates an API key. The response contains the new API key, but the
   * stored response does not.
   */
  const makes =
    <Request>(operation: Operation<Request & Made, IdentityProviders>) =>
    async (request: Request, principal: Principal, asked: CallContext): Promise<Buffer> => {
      const context = ofItsCaller(asked);
      const entropy = keySecret(context);
      const made = { ...request, entropy, creator: creatorOf(principal) };
      return withApiKey(await forgetting(operation)(made, context), entropy, context);
    };
  return {
    getOrganization: calls(getOrganization),
    renameOrganization: calls(renameOrganization),
    archiveOrganization: forgetting(archive),
    restoreOrganization: forgetting(restore),
    advanceClock: forgetting(advance),
    listMembers: calls(listMembers),
    getMember: calls(getMember),
    inviteMember: inviting(runtime),
    acceptInvitation: calls(acceptInvitation),
    changeRole: forgetting(changeRole),
    removeMember: forgetting(remove),
    listAccess: calls(listAccess),
    disconnectApplication: forgetting(disconnect),
    readMaker: readingMaker(runtime),
    listCredentials: calls(listCredentials),
    getCredential: calls(getCredential),
    createCredential: makes(create),
    rotateCredential: makes(rotate),
    revokeCredential: (request: Revocation, principal: Principal, context: CallContext) =>
      forgetting(revoke)({ ...request, creator: authorityOf(principal) }, context),
    listApprovals: calls(listApprovals),
    getApproval: calls(getApproval),
    approve: calls(approve),
    reject: calls(reject),
    propose: calls(propose),
    /** Reserves an action's amount, performs the action and settles the amount; see `counted`. */
    counted: <T>(
      credential: Limited,
      action: CountedAction,
      context: CallContext,
      call: () => Promise<T>,
    ) => counted(createRun(runtime, context), credential, action, call),
    useConfirmation: calls(useConfirmation),
    listRequests: calls(listRequests),
    getRequest: calls(getRequest),
    summarizeRequests: calls(summarize),
    sellerNames: calls(sellerNames),
  };
}

/** Reads the member and the application of the caller; see `readMaker`. */
const readingMaker =
  (runtime: Runtime<IdentityProviders>) => (principal: Principal, context: CallContext) =>
    readMaker.run(runtime, context, creatorOf(principal));

/**
 * Returns the creator on whose behalf an API key is revoked. For an approved revocation, this
 * creator is the approver instead of the proposer.
 */
const authorityOf = (principal: Principal) => creatorOf({ ...principal, proposer: undefined });

/** Invites a member. The response states how the mail is sent. */
const inviting =
  (runtime: Runtime<IdentityProviders>) =>
  async (request: Omit<Invitation, 'links' | 'mailWay'>, context: CallContext): Promise<Buffer> => {
    const { invitations: links, mailer } = runtime.providers;
    const mailWay = await mailWayAt(mailer, context);
    return invite.run(runtime, context, { ...request, links, mailWay });
  };

export type IdentityClient = ReturnType<typeof clientOf>;
