import {
  conflict,
  invalid,
  listedIssues,
  notFound,
  type Refusal,
  type Transaction,
} from '@timbre/kit';
import { localDateTimeIn, type Issue } from '@timbre/fiscal';
import { profileAt } from '../../domain/drafting/document-header';
import { isForLater, judgeDraftOn } from '../../domain/drafting/draft-issues';
import type { DraftInput } from '../../domain/drafting/draft';
import type { Profile } from '../../domain/set-up/fiscal-profile';
import type { DraftSources } from '../../domain/drafting/draft-sources';
import type { PayrollDetails } from '../../domain/receipts/payroll-input';
import { resolveDraft } from '../../domain/drafting/resolve-draft';
import { seriesChoice } from '../../domain/drafting/series-choice';
import { withSuggestedWithholdings } from '../../domain/drafting/withholding-suggestions';
import type { Cfdi } from '../../store/cfdi/cfdi';
import { draftColumns, seriesColumns } from '../../store/cfdi/cfdi-columns';
import { FiscalProfile } from '../../store/set-up/fiscal-profiles';
import { Series } from '../../store/set-up/series';
import { withInvoices } from './paid-invoices';

/**
 * Validates a draft and returns its columns. Rules that may wait for the seal do not refuse it.
 * @param current the draft that it replaces
 * @param details line details of a payroll receipt, which clients cannot send
 * @throws Refusal not_found for unknown identifiers, validation_error with every broken rule,
 * conflict without a fiscal profile
 */
export async function acceptDraft(
  tx: Transaction,
  input: DraftInput,
  sources: DraftSources,
  current?: Cfdi,
  details: PayrollDetails | undefined = detailsOf(input, current),
) {
  const ours = await tx.findBy(FiscalProfile, {});
  if (!ours) throw profileMissing();
  const profile = profileAt(ours, input);
  const today = todayOf(profile, tx.now);
  const resolved = resolveDraft(input, await withInvoices(tx, input, sources), details);
  const series = input.seriesId === undefined ? undefined : await tx.find(Series, input.seriesId);
  const choice = seriesChoice(input, series, current);
  const missing = [...resolved.missing, ...choice.missing];
  if (missing.length > 0) throw unknownIdentifiers(missing);
  const draft = withSuggestedWithholdings(resolved.draft, profile, today);
  const { issues: broken, warnings = [] } = judgeDraftOn(draft, profile, today);
  const issues = [...resolved.issues, ...choice.issues, ...broken];
  if (issues.some((issue) => !isForLater(draft, issue))) throw invalid(issues);
  return {
    ...draftColumns(draft, profile, today),
    ...seriesColumns(series),
    warnings: warnings.length > 0 ? listedIssues(warnings) : null,
  };
}

/** A client that changes a receipt of a payroll run cannot send these details, so they are kept. */
function detailsOf(input: DraftInput, current: Cfdi | undefined): PayrollDetails | undefined {
  const known = current?.input;
  return known?.employeeId === input.employeeId ? known?.payrollSource?.details : undefined;
}

/** The date at the place of issue. */
export function todayOf({ timeZone }: Pick<Profile, 'timeZone'>, now: Date): string {
  return localDateTimeIn(now.getTime(), timeZone).slice(0, 10);
}

export function profileMissing(): Refusal {
  const message = 'The fiscal profile is missing; set it before drafting documents.';
  return conflict(message, 'fiscal_profile_missing');
}

/** A 404 that names every unknown identifier. */
export function unknownIdentifiers(missing: Issue[]): Refusal {
  const field = String(missing[0]?.path.at(-1));
  return notFound(field.replace(/Id$/, ''), missing);
}
