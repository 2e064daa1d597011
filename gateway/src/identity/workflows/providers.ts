import type { fiscalCfdi } from '@timbre/contract';
import type { Decimal } from '@timbre/fiscal';
import type { CallContext } from '@timbre/kit';
import type { CredentialLimits } from '../domain/credential-limits';
import type { Secrets } from '../domain/mail-words';
import type { Principal } from '../domain/principal';
import type { KeptRequest, Seals } from './seals';

/** The mail queue of fiscal-cfdi. */
export interface Mailer {
  queueMail(request: fiscalCfdi.QueueMailRequest, context: CallContext): Promise<unknown>;
  getMailWay(
    request: fiscalCfdi.GetMailWayRequest,
    context: CallContext,
  ): Promise<fiscalCfdi.MailWay>;
}

/** The external calls that mails need. */
export interface MailProviders {
  mailer: Mailer;
  mailSecrets: Secrets;
}

/** A proposed action in the form in which it is performed. */
interface ProposedAction {
  operation: string;
  request: KeptRequest;
  /** The idempotency key of the operation. */
  nonce: string;
  fingerprint: string;
}

/**
 * The result of judging an action: the present version of its document, and the amount that counts.
 */
interface JudgedAction {
  version: string;
  /** The digests that are sent to the transaction that performs the action. */
  judged: string[];
  /**
   * The pesos that count towards the limit.
   * @throws Refusal forbidden for an action beyond the limits
   */
  amountWithin(limits: CredentialLimits): Promise<Decimal>;
}

/**
 * The operations that approvals perform. A proposed action is checked and performed as if its
 * request arrived now.
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

/** The external calls that approvals need. */
export interface ApprovalProviders {
  actions: ApprovedActions;
  /** Encrypts requests that wait for approval. */
  seals: Seals;
}
