/** A call, and what was judged of it before (judged.ts). */
interface JudgedCall {
  judged?: readonly string[] | undefined;
}

const compared = new WeakSet<JudgedCall>();

/** What was judged is compared, or an earlier attempt under the key has begun, which is not compared again. */
export const noteCompared = (call: JudgedCall): void => void compared.add(call);

/**
 * Fails a command that acts without comparing what was judged: before its only or last commit, and before it
 * writes in another service (decision 0414).
 * @throws Error
 */
export function requireCompared(call: JudgedCall): void {
  if (!call.judged?.length || compared.has(call)) return;
  throw new Error('the call was judged, and its command compares nothing (requireJudged)');
}
