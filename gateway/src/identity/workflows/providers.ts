import type { fiscalCfdi } from '@timbre/contract';
import type { Decimal } from '@timbre/fiscal';
import type { CallContext, Logger } from '@timbre/kit';
import type { CredentialLimits } from '../domain/credential-limits';
import type { Secrets } from '../domain/letter-words';
import type { Principal } from '../domain/principal';
import type { KeptRequest, Seals } from './seals';

/** The queue of mails of fiscal-cfdi. */
export interface Mailer {
  queueMail(request: fiscalCfdi.QueueMailRequest, context: CallContext): Promise<unknown>;
}

/** What letters need of the outside. */
export interface LetterProviders {
  mailer: Mailer;
  letterSecrets: Secrets;
}

/** An act that was proposed, as it is asked of whoever performs operations. */
export interface ProposedAct {
  operation: string;
  request: KeptRequest;
  /** The idempotency key of the operation. */
  nonce: string;
  fingerprint: string;
}

/** What an act would do to its document as it is now. */
export interface JudgedAct {
  /** Digest of the document. */
  version: string;
  /** The digests that travel to the transaction that acts. */
  judged: string[];
  /** The pesos that count. @throws Refusal forbidden for an act beyond the limits */
  amountWithin(limits: CredentialLimits): Promise<Decimal>;
}

/** The operations behind approvals: what waits for a person is judged and performed as it was asked for. */
export interface Acts {
  /** @throws Refusal forbidden (insufficient_scope) */
  requireAllowed(operation: string, isPayroll: boolean, principal: Principal): void;
  /** @throws Refusal not_found */
  judge(
    act: Pick<ProposedAct, 'operation' | 'request'>,
    context: CallContext,
    principal: Principal,
  ): Promise<JudgedAct>;
  /** @throws Refusal as the operation */
  perform(act: ProposedAct, context: CallContext, principal: Principal): Promise<Uint8Array>;
}

/** What approvals need of the outside. */
export interface ApprovalProviders {
  acts: Acts;
  /** Encrypts requests that wait for approval. */
  seals: Seals;
  logger: Pick<Logger, 'warn'>;
}
