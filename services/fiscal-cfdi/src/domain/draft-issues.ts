import { creditNoteDraftIssues } from './credit-note-issues';
import type { CfdiKind, Draft } from './draft';
import type { Profile } from './fiscal-profile';
import { incomeIssues } from './income-issues';
import type { Issue } from './issue';
import { paymentComplementIssues } from './payment-complement-issues';
import { transferIssues } from './transfer-issues';

type IssuesOf = (draft: Draft, profile: Profile, today: string) => Issue[];

const issuesByKind: { readonly [Kind in CfdiKind]?: IssuesOf } = {
  income: incomeIssues,
  credit_note: creditNoteDraftIssues,
  transfer: transferIssues,
  payment_complement: paymentComplementIssues,
};

/**
 * Every rule that a draft breaks if it is issued on a date (`YYYY-MM-DD` at the place of issue).
 * Asked when it is drafted and again before it is sealed: catalogues, customer and profile change.
 * - kind_not_available: no drafts of this kind
 */
export function draftIssues(draft: Draft, profile: Profile, today: string): Issue[] {
  const issuesOf = issuesByKind[draft.kind];
  if (issuesOf) return issuesOf(draft, profile, today);
  const message = 'Drafts of this kind are not available.';
  return [{ path: ['kind'], code: 'kind_not_available', message }];
}
