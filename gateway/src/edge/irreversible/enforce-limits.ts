import { say } from '@timbre/api';
import { Refusal, withoutKey, type CallContext } from '@timbre/kit';
import { certain } from '@timbre/fiscal';
import { actionFacts } from './action-facts';
import { proposedAction } from '../operations/power';
import { statementOf, summaryOf } from './summary';
import { isReadable, judgedTarget, type Table } from './target';
import { type KeptRequest, type Principal, type Proposed } from '../../identity';
import type { Answer } from '../messages/answer';
import type { Irreversible } from '../operations/irreversible';
import type { OperationRow } from '../operations/operation';
import { looksAtDocument, requireWithin } from './within-limits';

/** A validated request, whose credential may have limits. */
export interface Requested {
  row: OperationRow;
  credential: Principal;
  context: CallContext;
  request: KeptRequest;
  /** Whether the request is only a rehearsal, in which case only permissions are checked. */
  isRehearsal?: boolean | undefined;
}

/**
 * Calls an operation within the limits of the caller's credential. If the credential may only
 * propose actions, the request is stored as a proposal instead. The possible refusals are the
 * refusals of the operation and of `propose`, and forbidden (dry_run_only, and the codes of
 * `requireWithin` and `reserveUse`).
 */
export async function enforceLimits(
  parts: Table,
  requested: Requested,
  call: (judged?: readonly string[]) => Promise<Answer>,
): Promise<Answer | Proposed> {
  const { row, credential, context, request, isRehearsal } = requested;
  const { limits } = credential;
  if (!limits || !row.isIdempotent || row.rateClass === 'export') return call();
  const action = limits.requiresApproval ? proposedAction(row) : row.irreversible;
  if (limits.dryRun) throw dryRun(row, action, request.given);
  if (!action) return call();
  const { requiresApproval } = limits;
  const { identity } = parts.backend.services;
  const { given } = request;
  const isInArguments = action.isInArguments?.(given);
  const isSeen = requiresApproval || (looksAtDocument(limits) && !isInArguments);
  const target = isSeen
    ? await judgedTarget(parts, action, { given, context }, credential)
    : undefined;
  const limited = { action, given, seen: target ?? { subject: undefined } };
  const amount = await requireWithin(parts, limits, limited, context, credential);
  if (isRehearsal) return call();
  if (!target || !requiresApproval) {
    const { key, fingerprint } = certain(context.idempotency, 'idempotency');
    const use = { operation: row.id, key, fingerprint, amount };
    return identity.counted(credential, use, withoutKey(context), () => call(target?.judged));
  }
  const isShown = isReadable(parts, action, given, credential);
  return identity.propose(
    {
      operation: row.id,
      request,
      credential,
      documentVersion: target.version,
      summary: summaryOf(action, given, isShown ? target : undefined),
      isPayroll: actionFacts(action, given, target).kinds.includes('payroll'),
    },
    context,
  );
}

/**
 * Returns the refusal for a credential that may only make trial calls. The refusal describes the
 * action without showing the document, because the credential may not be allowed to read it.
 *
 * - dry_run_only: this credential is only for trial calls, so nothing was done; the message says what would
 *   have been done
 */
function dryRun(
  row: OperationRow,
  action: Irreversible | undefined,
  given: KeptRequest['given'],
): Error {
  const { en, es } = row.summary;
  const what = action ? statementOf(action, given) : { en: `${en}.`, es: `${es}.` };
  const { message, text } = say('dry_run', { what });
  return new Refusal('forbidden', message, { reason: 'dry_run_only', text });
}
