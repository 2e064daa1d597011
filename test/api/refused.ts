import type { ApiResponse } from '@timbre/testkit/client';

/** Issues as `path: code`, sorted, so that a test shows only what matters. */
export function issuesOf({ json }: ApiResponse): string[] {
  const issues = (json?.error?.details?.issues ?? []) as { path: unknown[]; code: string }[];
  return issues.map(({ path, code }) => `${path.join('.')}: ${code}`).sort();
}

/** Whether it is an outcome, and no word that the same request may be tried again. */
export const isFinal = ({ json }: ApiResponse): boolean => json?.error?.details?.retryable !== true;

/** What a refusal comes to: status, code, and the reason where it has one. */
export function refusalOf({ status, json }: ApiResponse): string {
  const { code, details } = json?.error ?? {};
  return [status, code, details?.reason].filter(Boolean).join(' ');
}
