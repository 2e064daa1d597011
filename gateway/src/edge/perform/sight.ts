import { isReplay, type CallContext } from '@timbre/kit';
import { parseDocumentRef } from '@timbre/fiscal';
import { forbidden } from '../../identity';
import type { Answer } from '../messages/answer';
import type { Backend } from '../operations/operation';

/** Matches the beginning of a stored response that contains a document or an approval. */
const shown = /^{"data":{(?:"category":"\w+",)?"(?:documentRef|approvalId)":/;
const ofPayroll = /"kind"\s*:\s*"payroll"|- Document: payroll/;

/**
 * Checks that the caller may see the document in the stored response to an earlier request. The
 * caller may be another caller than in the earlier request, or may have lost permissions since
 * then.
 * @param documentRef is the document that the request names
 * @throws Refusal forbidden (permission_not_held)
 */
export async function withinSight(
  { services }: Backend,
  context: CallContext,
  documentRef: string | undefined,
  call: () => Promise<Answer>,
): Promise<Answer> {
  let answer: Answer | undefined;
  try {
    answer = await call();
    return answer;
  } finally {
    if (context.hidesPayroll && isReplay()) {
      if (documentRef !== undefined && parseDocumentRef(documentRef, 'cfdi')) {
        const permissions = ['invoices:read'];
        const asking = { ...context, permissions, idempotency: undefined, judged: undefined };
        await services.fiscalCfdi.getCfdi({ documentRef }, asking).catch(unlessMissing);
      }
      if (answer instanceof Uint8Array) requireNoPayroll(Buffer.from(answer).toString('latin1'));
    }
  }
}

/**
 * Ignores that a document does not exist, because it may have been deleted after the response was
 * stored.
 */
function unlessMissing(error: unknown): void {
  if ((error as { code?: unknown }).code !== 'not_found') throw error;
}

function requireNoPayroll(text: string): void {
  if (!shown.test(text) || !ofPayroll.test(text)) return;
  throw forbidden(
    'The outcome of this request needs the permissions of the payroll area.',
    'permission_not_held',
  );
}
