import type { ApiResponse } from '@timbre/testkit/client';

/** Returns the issues of an error response as `path: code`, sorted. */
export function issuesOf({ json }: ApiResponse): string[] {
  const issues = (json?.error?.details?.issues ?? []) as { path: unknown[]; code: string }[];
  return issues.map(({ path, code }) => `${path.join('.')}: ${code}`).sort();
}

/** Whether the response is final: the client must not retry the same request. */
export const isFinal = ({ json }: ApiResponse): boolean => json?.error?.details?.retryable !== true;

/** Returns a text with the status, the code and, if present, the reason of an error response. */
export function refusalOf({ status, json }: ApiResponse): string {
  const { code, details } = json?.error ?? {};
  return [status, code, details?.reason].filter(Boolean).join(' ');
}
