import { judgeCreditNote } from '../invoices/credit-note-issues';
import { complementIssues, complementWarnings } from '../complements/complement-issues';
import { templateIssues } from '../complements/addenda';
import type { Judged } from './document-issues';
import type { CfdiKind, Draft, Issuance } from './draft';
import type { Profile } from '../set-up/fiscal-profile';
import { judgeIncome } from '../invoices/income-issues';
import type { Issue } from '@timbre/fiscal';
import { judgePaymentComplement } from '../payments/payment-complement-issues';
import { judgePayroll } from '../receipts/payroll-issues';
import { withSatCodes } from '../refusals/sat-codes';
import { judgeTransfer } from '../invoices/transfer-issues';
import { withholdingWarnings } from './withholding-suggestions';

type Judge = (draft: Draft, profile: Profile, issuance: Issuance) => Judged;

const judges: { readonly [Kind in CfdiKind]: Judge } = {
  income: judgeIncome,
  credit_note: judgeCreditNote,
  transfer: judgeTransfer,
  payroll: judgePayroll,
  payment_complement: judgePaymentComplement,
};

/**
 * Returns every rule that a draft breaks if it is issued with this issuance, and the document if it can be
 * built. The rules are checked when the draft is written and again before the seal, because catalogues,
 * customer and profile may change in the meantime.
 * - kind_not_available: this kind of document does not exist
 */
export function judgeDraft(draft: Draft, profile: Profile, issuance: Issuance): Judged {
  const judge = (judges as Partial<typeof judges>)[draft.kind];
  if (judge) {
    const judged = judge(draft, profile, issuance);
    const today = issuance.fecha.slice(0, 10);
    const issues = [
      ...judged.issues,
      ...complementIssues(draft, profile, today),
      ...templateIssues(draft, judged.document),
    ];
    return { ...judged, issues: withSatCodes(draft.kind, issues) };
  }
  const message = 'This kind of draft does not exist.';
  return { issues: [{ path: ['kind'], code: 'kind_not_available', message }] };
}

/**
 * The broken rules of a draft on a date, with probable mistakes. The seal does not check for
 * probable mistakes.
 */
export interface JudgedOn extends Omit<Judged, 'warningsOf'> {
  warnings: Issue[];
}

/** Runs `judgeDraft` for a date (`YYYY-MM-DD` at the place of issue), with warnings. */
export function judgeDraftOn(draft: Draft, profile: Profile, today: string): JudgedOn {
  const { warningsOf, ...judged } = judgeDraft(draft, profile, { fecha: `${today}T12:00:00` });
  const withheld = withholdingWarnings(draft, profile, today);
  const complements = complementWarnings(draft, profile, today);
  return { ...judged, warnings: [...(warningsOf?.() ?? []), ...complements, ...withheld] };
}

/**
 * Whether a draft with this issue can be stored, so that the issue prevents only the seal. A document has the
 * exchange rate of its day of issue, so a draft can still lack the rate. A payment must have its rate,
 * because it was already made. A draft may also wait for the customer's purchase order, which the addenda
 * names.
 */
export function isForLater(
  { kind, origin }: Pick<Draft, 'kind' | 'origin'>,
  { path, code }: Issue,
): boolean {
  // A draft of sales receipts cannot be changed later.
  if (code === 'addenda_value_missing') return !origin;
  const isRate = code === 'exchange_rate_missing' && path.length === 1;
  return isRate && kind !== 'payment_complement';
}
