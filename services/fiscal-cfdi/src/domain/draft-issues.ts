import { creditNoteDraftIssues } from './credit-note-issues';
import type { CfdiKind, Draft } from './draft';
import type { Profile } from './fiscal-profile';
import { incomeIssues } from './income-issues';
import type { Issue } from './issue';
import { paymentComplementIssues } from './payment-complement-issues';
import { payrollIssues } from './payroll-issues';
import { transferIssues } from './transfer-issues';

type IssuesOf = (draft: Draft, profile: Profile, today: string) => Issue[];

const issuesByKind: { readonly [Kind in CfdiKind]: IssuesOf } = {
  income: incomeIssues,
  credit_note: creditNoteDraftIssues,
  transfer: transferIssues,
  payroll: payrollIssues,
  payment_complement: paymentComplementIssues,
};

/**
 * Every rule that a draft breaks if it is issued on a date (`YYYY-MM-DD` at the place of issue).
 * Asked when it is drafted and again before it is sealed: catalogues, customer and profile change.
 * - kind_not_available: no such kind
 */
export function draftIssues(draft: Draft, profile: Profile, today: string): Issue[] {
  const issuesOf = (issuesByKind as Partial<typeof issuesByKind>)[draft.kind];
  if (issuesOf) return issuesOf(draft, profile, today);
  const message = 'There are no drafts of this kind.';
  return [{ path: ['kind'], code: 'kind_not_available', message }];
}

/**
 * Whether a draft may be kept with this issue, and only its seal is refused: of a document in a
 * foreign currency the rate is that of the day of issue. A payment says its rate: it is made.
 */
export function isForLater({ kind }: Pick<Draft, 'kind'>, { path, code }: Issue): boolean {
  const isRate = code === 'exchange_rate_missing' && path.length === 1;
  return isRate && kind !== 'payment_complement';
}
