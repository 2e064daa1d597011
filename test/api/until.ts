import { setTimeout as pause } from 'node:timers/promises';

/**
 * Polls until the returned value matches the condition. After the timeout, `until` returns the last
 * value.
 */
export async function until<Answer>(
  timeoutMs: number,
  ask: () => Promise<Answer>,
  isWanted: (answer: Answer) => boolean,
): Promise<Answer> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const answer = await ask();
    if (isWanted(answer) || Date.now() > deadline) return answer;
    await pause(100);
  }
}
