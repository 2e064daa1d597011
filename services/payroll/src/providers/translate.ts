import type { fiscalCfdi } from '@timbre/contract';
import { Refusal } from '@timbre/kit';
import { issueOf } from '../domain/issues/issue';
import type { CancelAnswer, SealingAnswer, StampingAnswer } from '../domain/ports';
import type { ReportedCancellation } from '../domain/states/row-cancellation';

/** A document as responses of fiscal-cfdi contain it. */
export interface ShownCfdi {
  documentRef: string;
  status: string;
  uuid?: string;
  cancellation?: ReportedCancellation;
}

/**
 * Translates one result of a batch: a sealed document, the violated rules, or a balance that does
 * not cover the stamp.
 */
export function shownSealing({ documentRef, issues }: fiscalCfdi.SealedReceipt): SealingAnswer {
  if (documentRef !== undefined) return { kind: 'sealed', documentRef };
  const isSaid = (reason: string) => issues.some(({ code }) => code === reason);
  if (isSaid('api_wallet_insufficient')) return { kind: 'not_covered' };
  // If another client is stamping the draft, the caller must wait for the outcome of that stamp.
  if (isSaid('stamping_in_progress')) return { kind: 'unavailable' };
  return refusedFor(issues.map(({ path, code }) => path || code));
}

/**
 * Translates the failure of a whole batch into a result for each receipt. The result is the reason
 * why the receipt cannot be sealed, or `unavailable`, after which the request is repeated.
 */
export function sealingFailure(error: unknown): SealingAnswer {
  if (!(error instanceof Refusal)) throw error;
  if (error.code !== 'validation_error' && error.code !== 'conflict')
    return { kind: 'unavailable' };
  const { issues = [] } = error.details;
  const fields = issues.map((issue) => issue.path.join('.') || issue.code);
  return refusedFor(fields.length > 0 ? fields : [error.details.reason ?? error.code]);
}

const refusedFor = (fields: readonly string[]): SealingAnswer => ({
  kind: 'refused',
  issues: fields.map((field) => issueOf('invalid_request', field)),
});

/** Translates a document: stamped, stamped and later canceled, or not known to be stamped. */
export function shownStamp(document: ShownCfdi): StampingAnswer {
  const { documentRef, status, uuid, cancellation } = document;
  if (status === 'draft' || uuid === undefined) return { kind: 'unknown' };
  const stamped = { kind: 'confirmed', uuid, documentRef } as const;
  if (status !== 'canceled') return stamped;
  const { state = 'accepted', code, message } = cancellation ?? {};
  return { ...stamped, canceled: { state, code, message } };
}

/** Whether the error of fiscal-cfdi means that another client stamped the draft. */
export const isStampedElsewhere = (error: unknown): boolean =>
  error instanceof Refusal && error.details.reason === 'not_a_draft';

/** Whether the error means that another request already used the idempotency key. */
export const isOfAnotherRequest = (error: unknown): boolean =>
  error instanceof Refusal && error.code === 'idempotency_conflict';

/**
 * Translates the error of a failed stamp. Only an explicit refusal of fiscal-cfdi is a certain outcome.
 * After a broken call, an unavailable database or a bug of fiscal-cfdi, the outcome is unknown. A later
 * request with the same idempotency key returns the outcome.
 */
export function stampFailure(error: unknown): StampingAnswer {
  if (!(error instanceof Refusal)) return { kind: 'unknown' };
  switch (error.code) {
    case 'conflict':
    case 'validation_error':
    case 'payment_required':
    case 'not_found':
    case 'migration_required':
      return {
        kind: 'refused',
        rejectionCode: rejectionCodeOf(error),
        rejection: { message: error.message, issues: error.details.issues },
      };
    case 'provider_unavailable':
      return isUndone(error) ? { kind: 'not_received' } : { kind: 'unknown' };
    case 'unauthenticated':
    case 'forbidden':
    case 'method_not_allowed':
    case 'idempotency_conflict':
    case 'operation_in_progress':
    case 'recovery_required':
    case 'rate_limited':
    case 'internal':
      return { kind: 'unknown' };
  }
}

/** Translates the cancellation of a document into an outcome. */
export function shownCancellation({ cancellation }: ShownCfdi): CancelAnswer {
  if (!cancellation) return { kind: 'unknown' };
  const { state, code, message } = cancellation;
  return { kind: 'requested', reported: { state, code, message } };
}

/**
 * Translates the error of a failed cancellation request. For a cancellation too, only an explicit
 * refusal is a certain outcome.
 */
export function cancelFailure(error: unknown): CancelAnswer {
  if (!(error instanceof Refusal)) return { kind: 'unknown' };
  switch (error.code) {
    case 'conflict': {
      const message = error.details.issues?.[0]?.message ?? error.message;
      const reported = { state: 'rejected', code: rejectionCodeOf(error), message } as const;
      return { kind: 'refused', refusal: passedOn(error), reported };
    }
    case 'validation_error':
    case 'not_found':
      return { kind: 'refused', refusal: passedOn(error) };
    case 'provider_unavailable':
      return isUndone(error)
        ? { kind: 'not_requested', refusal: passedOn(error) }
        : { kind: 'unknown' };
    case 'payment_required':
    case 'migration_required':
    case 'unauthenticated':
    case 'forbidden':
    case 'method_not_allowed':
    case 'idempotency_conflict':
    case 'operation_in_progress':
    case 'recovery_required':
    case 'rate_limited':
    case 'internal':
      return { kind: 'unknown' };
  }
}

/** Converts a refusal of fiscal-cfdi to a refusal of payroll. */
const passedOn = ({ code, message, details }: Refusal) => new Refusal(code, message, details);

/** Returns the code of the SAT or the PAC, or else the code of the refusal. */
function rejectionCodeOf({ code, details }: Refusal): string {
  const [issue] = details.issues ?? [];
  return issue?.satCode ?? issue?.code ?? details.reason ?? code;
}

/** The refusal reasons that prove that fiscal-cfdi sent nothing to a PAC. */
const undone: ReadonlySet<string> = new Set([
  'no_pac', 'pac_unreachable', 'pac_account', 'clock_skewed', 'not_sealed', 'sat_unreachable',
]); // prettier-ignore

const isUndone = ({ details }: Refusal): boolean => undone.has(details.reason ?? '');
