import type { Draft } from './draft';
import type { Profile } from './fiscal-profile';
import { incomeIssues } from './income-issues';
import type { Issue } from './issue';

/**
 * Every rule that a draft breaks if it is issued on a date (`YYYY-MM-DD` at the place of issue).
 * Asked when it is drafted and again before it is sealed: catalogues, customer and profile change.
 * - kind_not_available: no drafts of this kind
 */
export function draftIssues(draft: Draft, profile: Profile, today: string): Issue[] {
  if (draft.kind === 'income') return incomeIssues(draft, profile, today);
  const message = 'Drafts of this kind are not available.';
  return [{ path: ['kind'], code: 'kind_not_available', message }];
}
