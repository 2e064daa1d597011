/** A call with the versions of documents that were judged for it (judged.ts). */
interface JudgedCall {
  judged?: readonly string[] | undefined;
}

const compared = new WeakSet<JudgedCall>();

/**
 * A command calls this function before its only or last commit, and before a write in another
 * service (decision 0414).
 */
export const noteCompared = (call: JudgedCall): void => void compared.add(call);

/**
 * Fails a command that acts without comparing the judged version. The check runs before the only or last
 * commit, and before a write in another service (decision 0414).
 * @throws Error
 */
export function requireCompared(call: JudgedCall): void {
  if (!call.judged?.length || compared.has(call)) return;
  throw new Error('the call was judged, and its command compares nothing (requireJudged)');
}
