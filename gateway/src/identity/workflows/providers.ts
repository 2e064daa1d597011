import type { fiscalCfdi } from '@timbre/contract';
import type { Decimal } from '@timbre/fiscal';
import type { CallContext } from '@timbre/kit';
import type { CredentialLimits } from '../domain/credential-limits';
import type { Secrets } from '../domain/mail-words';
import type { Principal } from '../domain/principal';
import type { KeptRequest, Seals } from './seals';

/** The mail queue in fiscal-cfdi. */
export interface Mailer {
  queueMail(request: fiscalCfdi.QueueMailRequest, context: CallContext): Promise<unknown>;
  getMailWay(
    request: fiscalCfdi.GetMailWayRequest,
    context: CallContext,
  ): Promise<fiscalCfdi.MailWay>;
}

/** The external calls that sending mails requires. */
export interface MailProviders {
  mailer: Mailer;
  mailSecrets: Secrets;
}

/** A proposed action as stored for its later execution. */
interface ProposedAction {
  operation: string;
  request: KeptRequest;
  /** The idempotency key with which the operation is called. */
  nonce: string;
  fingerprint: string;
}

/**
 * The result of checking an action: the current version of its document, and the amount that counts
 * against limits.
 */
interface JudgedAction {
  version: string;
  /** The digests that are passed to the transaction that performs the action. */
  judged: string[];
  /**
   * Returns the amount in pesos that counts against the limit.
   * @throws Refusal forbidden for an action that exceeds the limits
   */
  amountWithin(limits: CredentialLimits): Promise<Decimal>;
}

/**
 * The operations that can be performed after an approval. A proposed action is checked and
 * performed as if its request had just arrived.
 */
export interface ApprovedActions {
  /** @throws Refusal forbidden (insufficient_scope) */
  requireAllowed(operation: string, isPayroll: boolean, principal: Principal): void;
  /** @throws Refusal not_found */
  judge(
    action: Pick<ProposedAction, 'operation' | 'request'>,
    context: CallContext,
    principal: Principal,
  ): Promise<JudgedAction>;
  /** @throws Refusal as the operation */
  perform(action: ProposedAction, context: CallContext, principal: Principal): Promise<Uint8Array>;
}

/** The external calls that approvals require. */
export interface ApprovalProviders {
  actions: ApprovedActions;
  /** Encrypts requests that wait for an approval. */
  seals: Seals;
}
