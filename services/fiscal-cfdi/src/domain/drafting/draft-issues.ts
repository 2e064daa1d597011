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
 * Returns every rule that a draft breaks if it is issued with this issuance, and the document if it
 * can be built. The rules are checked when the draft is written and again before the seal, because
 * the catalogues, the customer or the profile may change in between.
 * - kind_not_available: Timbre has no such kind of document
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
 * The issues of a draft on a date, and warnings about probable mistakes. Sealing does not check for
 * probable mistakes.
 */
export interface JudgedOn extends Omit<Judged, 'warningsOf'> {
  warnings: Issue[];
}

/** Runs `judgeDraft` for a date (`YYYY-MM-DD` at the place of issue) and adds warnings. */
export function judgeDraftOn(draft: Draft, profile: Profile, today: string): JudgedOn {
  const { warningsOf, ...judged } = judgeDraft(draft, profile, { fecha: `${today}T12:00:00` });
  const withheld = withholdingWarnings(draft, profile, today);
  const complements = complementWarnings(draft, profile, today);
  return { ...judged, warnings: [...(warningsOf?.() ?? []), ...complements, ...withheld] };
}

/**
 * Returns whether a draft with this issue can be stored, so that the issue prevents only the seal.
 * A document has the exchange rate of its day of issue, so a draft may still lack the rate. A
 * payment complement must have its rate, because the payment has already been made. A draft may
 * also lack the customer's purchase order number, which the addenda contains.
 */
export function isForLater(
  { kind, origin }: Pick<Draft, 'kind' | 'origin'>,
  { path, code }: Issue,
): boolean {
  // A draft made from sales receipts cannot be changed later.
  if (code === 'addenda_value_missing') return !origin;
  const isRate = code === 'exchange_rate_missing' && path.length === 1;
  return isRate && kind !== 'payment_complement';
}
