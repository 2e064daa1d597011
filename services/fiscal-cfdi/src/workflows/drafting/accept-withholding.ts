import type { fiscalCfdi } from '@timbre/contract';
import { invalid, type Transaction } from '@timbre/kit';
import { seriesChoice } from '../../domain/drafting/series-choice';
import type { WithholdingInput } from '../../domain/withholdings/withholding';
import { withholdingIssues } from '../../domain/withholdings/withholding-issues';
import { seriesColumns } from '../../store/cfdi/cfdi-columns';
import { FiscalProfile } from '../../store/set-up/fiscal-profiles';
import { Series } from '../../store/set-up/series';
import { withholdingColumns } from '../../store/withholdings/withholding-columns';
import type { Withholding } from '../../store/withholdings/withholdings';
import { withComplements } from './draft-sources';
import { profileMissing, todayOf, unknownIdentifiers } from './accept-draft';

/**
 * Validates a withholding draft and returns the values of its database columns.
 * @param current is the stored draft that the new draft replaces
 * @throws Refusal with not_found for an unknown series, with validation_error for every broken rule, or
 * with conflict if there is no fiscal profile
 */
export async function acceptWithholding(
  tx: Transaction,
  input: WithholdingInput,
  current?: Withholding,
) {
  const profile = await tx.findBy(FiscalProfile, {});
  if (!profile) throw profileMissing();
  const today = todayOf(profile, tx.businessNow);
  const { seriesId } = input;
  const series = seriesId === undefined ? undefined : await tx.find(Series, seriesId);
  const choice = seriesChoice({ seriesId, kind: 'withholding' }, series, current);
  if (choice.missing.length > 0) throw unknownIdentifiers(choice.missing);
  const issues = [...choice.issues, ...withholdingIssues(input, profile, today)];
  if (issues.length > 0) throw invalid(issues);
  return { ...withholdingColumns(input, profile, today), ...seriesColumns(series) };
}

/** @throws Refusal with validation_error if the request lacks a required part of a draft */
export function withholdingInputOf({
  input,
}: {
  input?: fiscalCfdi.WithholdingInput | undefined;
}): WithholdingInput {
  const { receiver, period, totals } = input ?? {};
  if (input && receiver && period && totals)
    return { ...withComplements(input), receiver, period, totals };
  throw invalid([{ path: [], code: 'input_missing', message: 'A draft is required.' }]);
}
