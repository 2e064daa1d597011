/**
 * A call with the versions of the documents that were checked (judged) before it; see judged.ts.
 */
interface JudgedCall {
  judged?: readonly string[] | undefined;
}

const compared = new WeakSet<JudgedCall>();

/**
 * Records that a command has compared the judged versions of its call with the current documents. A
 * command must compare them before its last commit, and before a write in another service (decision
 * 0414).
 */
export const noteCompared = (call: JudgedCall): void => void compared.add(call);

/**
 * Checks that a command has compared the judged versions of its call. The check runs before the
 * last commit of the command, and before a write in another service (decision 0414).
 * @throws Error
 */
export function requireCompared(call: JudgedCall): void {
  if (!call.judged?.length || compared.has(call)) return;
  throw new Error('the call was judged, and its command compares nothing (requireJudged)');
}
