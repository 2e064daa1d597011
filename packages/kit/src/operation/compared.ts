/**
 * A call that carries the digests of the documents that were checked or approved before the call;
 * see judged.ts.
 */
interface JudgedCall {
  judged?: readonly string[] | undefined;
}

const compared = new WeakSet<JudgedCall>();

/**
 * Records that a command has compared the document digests of its call with the current documents.
 * A command must compare the digests before its last commit, and before a write in another service
 * (decision 0414).
 */
export const noteCompared = (call: JudgedCall): void => void compared.add(call);

/**
 * Checks that a command has compared the document digests of its call with the current documents.
 * The check runs before the last commit of the command, and before a write in another service
 * (decision 0414).
 * @throws Error
 */
export function requireCompared(call: JudgedCall): void {
  if (!call.judged?.length || compared.has(call)) return;
  throw new Error('the call was judged, and its command compares nothing (requireJudged)');
}
