import {
  conflict,
  invalid,
  listedIssues,
  notFound,
  type Refusal,
  type Transaction,
} from '@timbre/kit';
import { localDateIn, type Issue } from '@timbre/fiscal';
import { profileAt } from '../../domain/drafting/document-header';
import { isForLater, judgeDraftOn } from '../../domain/drafting/draft-issues';
import type { Draft, DraftInput } from '../../domain/drafting/draft';
import { atLocation } from '../../domain/drafting/draft-location';
import type { Profile } from '../../domain/set-up/fiscal-profile';
import type { DraftSources } from '../../domain/drafting/draft-sources';
import type { PayrollDetails } from '../../domain/receipts/payroll-input';
import { resolveDraft } from '../../domain/drafting/resolve-draft';
import { seriesChoice } from '../../domain/drafting/series-choice';
import { withSuggestedWithholdings } from '../../domain/drafting/withholding-suggestions';
import type { Cfdi } from '../../store/cfdi/cfdi';
import { documentColumns, draftColumns, seriesColumns } from '../../store/cfdi/cfdi-columns';
import { relatedIn } from '../../store/cfdi/related-sources';
import { FiscalProfile } from '../../store/set-up/fiscal-profiles';
import type { FilledDraft } from '../../domain/complements/saved-transport';
import { Series } from '../../store/set-up/series';
import { withInvoices } from './paid-invoices';
import { withTransportIn } from './saved-transport';

/**
 * Validates a draft and returns the values of its database columns. The function accepts a draft even if it
 * has issues that prevent only the seal.
 * @param current is the stored draft that the new draft replaces
 * @param details are the line details of a payroll receipt, which clients cannot send
 * @throws Refusal with not_found for unknown identifiers, with validation_error for every broken rule, or
 * with conflict if there is no fiscal profile
 */
export async function acceptDraft(
  tx: Transaction,
  input: DraftInput,
  sources: DraftSources,
  current?: Cfdi,
  details: PayrollDetails | undefined = detailsOf(input, current),
) {
  const ours = await requireProfile(tx);
  const saved = await withTransportIn(tx, input);
  const given = atLocation(saved.input, sources);
  const profile = profileAt(ours, given);
  const today = todayOf(profile, tx.businessNow);
  const resolved = resolveDraft(given, await withInvoices(tx, given, sources), today, details);
  const { series, missing, issues } = await chosenSeries(tx, given, current);
  const unknown = [...resolved.missing, ...missing];
  if (unknown.length > 0) throw unknownIdentifiers(unknown);
  const suggested = withSuggestedWithholdings(resolved.draft, profile, today);
  const draft = { ...suggested, id: current?.id };
  const found = [...saved.issues, ...resolved.issues, ...issues];
  return accepted({ draft, profile, today, series, issues: found, placed: saved.placed });
}

/**
 * Like `acceptDraft`, but for a complete draft from another service, which needs no sources.
 * @throws Refusal as `acceptDraft`
 */
export async function acceptComplete(tx: Transaction, draft: Draft) {
  const { input } = draft;
  const profile = profileAt(await requireProfile(tx), input);
  const related = await relatedIn(tx, input);
  const { series, missing, issues } = await chosenSeries(tx, input);
  if (missing.length > 0) throw unknownIdentifiers(missing);
  const today = todayOf(profile, tx.businessNow);
  return accepted({ draft: { ...draft, related }, profile, today, series, issues });
}

async function requireProfile(tx: Transaction) {
  const profile = await tx.findBy(FiscalProfile, {});
  if (!profile) throw profileMissing();
  return profile;
}

async function chosenSeries(tx: Transaction, input: DraftInput, current?: Cfdi) {
  const { seriesId } = input;
  const series = seriesId === undefined ? undefined : await tx.find(Series, seriesId);
  return { series, ...seriesChoice(input, series, current) };
}

interface Acceptable {
  draft: Draft;
  profile: Profile;
  today: string;
  series: Series | undefined;
  /** Issues from earlier steps, which are reported together with the issues of the draft. */
  issues: Issue[];
  /** @see FilledDraft */
  placed?: FilledDraft['placed'];
}

const same = (issue: Issue): Issue => issue;

/**
 * Checks a draft and returns the values of its database columns.
 * @throws Refusal with validation_error, which lists every broken rule
 */
function accepted({ draft, profile, today, series, issues: found, placed = same }: Acceptable) {
  const { issues: broken, warnings: unusual, document } = judgeDraftOn(draft, profile, today);
  const issues = [...found, ...broken.map(placed)];
  if (issues.some((issue) => !isForLater(draft, issue))) throw invalid(issues);
  // The remaining issues do not prevent storing the draft, but they would prevent its stamp.
  const warnings = [...issues, ...unusual.map(placed)];
  return {
    ...(document ? documentColumns(draft, document, today) : draftColumns(draft, profile, today)),
    ...seriesColumns(series),
    warnings: warnings.length > 0 ? listedIssues(warnings) : null,
  };
}

/**
 * Returns the line details of a stored receipt from a payroll run. A client that changes the receipt cannot
 * send these details, so the stored details are kept.
 */
function detailsOf(input: DraftInput, current: Cfdi | undefined): PayrollDetails | undefined {
  const known = current?.input;
  return known?.employeeId === input.employeeId ? known?.payrollSource?.details : undefined;
}

/** Returns the current date at the place of issue. */
export function todayOf({ timeZone }: Pick<Profile, 'timeZone'>, now: Date): string {
  return localDateIn(now.getTime(), timeZone);
}

export function profileMissing(): Refusal {
  const message = 'The fiscal profile is missing; set it before drafting documents.';
  return conflict(message, 'fiscal_profile_missing');
}

/** Returns the refusal not_found, which lists every unknown identifier. */
export function unknownIdentifiers(missing: Issue[]): Refusal {
  const field = String(missing[0]?.path.at(-1));
  return notFound(field.replace(/Id$/, ''), missing);
}
