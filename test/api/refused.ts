import type { ApiResponse } from '@timbre/testkit/client';

/** Issues as `path: code`, sorted. */
export function issuesOf({ json }: ApiResponse): string[] {
  const issues = (json?.error?.details?.issues ?? []) as { path: unknown[]; code: string }[];
  return issues.map(({ path, code }) => `${path.join('.')}: ${code}`).sort();
}

/** Whether the answer is final, so that the client must not retry the same request. */
export const isFinal = ({ json }: ApiResponse): boolean => json?.error?.details?.retryable !== true;

/** A refusal as status, code and reason, if it has one. */
export function refusalOf({ status, json }: ApiResponse): string {
  const { code, details } = json?.error ?? {};
  return [status, code, details?.reason].filter(Boolean).join(' ');
}
