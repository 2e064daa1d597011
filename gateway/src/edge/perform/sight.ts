import { isReplay, type CallContext } from '@timbre/kit';
import { parseDocumentRef } from '@timbre/fiscal';
import { forbidden } from '../../identity';
import type { Answer } from '../messages/answer';
import type { Backend } from '../operations/operation';

/**
 * Matches the beginning of an answer that shows a document or an approval, and the sign that the
 * document belongs to payroll.
 */
const shown = /^{"data":{(?:"category":"\w+",)?"(?:documentRef|approvalId)":/;
const ofPayroll = /"kind"\s*:\s*"payroll"|- Document: payroll/;

/**
 * Shows the stored answer of an earlier request only to a caller who may see its document. The caller may be
 * another one than before, or may have lost permissions.
 * @param documentRef the document that the request names
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
        const asking = { ...context, idempotency: undefined, judged: undefined };
        await services.fiscalCfdi.getCfdi({ documentRef }, asking).catch(unlessMissing);
      }
      if (answer instanceof Uint8Array) requireNoPayroll(Buffer.from(answer).toString('latin1'));
    }
  }
}

/** A missing document is ignored, because a deleted document appears only in its stored answer. */
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
