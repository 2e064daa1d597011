import { judgeCreditNote } from '../invoices/credit-note-issues';
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
 * Every rule that a draft breaks if it is issued like that, and the document where it can be made.
 * Asked when it is drafted and again before it is sealed: catalogues, customer and profile change.
 * - kind_not_available: no such kind
 */
export function judgeDraft(draft: Draft, profile: Profile, issuance: Issuance): Judged {
  const judge = (judges as Partial<typeof judges>)[draft.kind];
  if (judge) {
    const judged = judge(draft, profile, issuance);
    return { ...judged, issues: withSatCodes(draft.kind, judged.issues) };
  }
  const message = 'This kind of draft does not exist.';
  return { issues: [{ path: ['kind'], code: 'kind_not_available', message }] };
}

/** The rules that a draft breaks on a date, and probable mistakes, which a seal does not check. */
export interface JudgedOn extends Omit<Judged, 'warningsOf'> {
  warnings: Issue[];
}

/** `judgeDraft` on a date (`YYYY-MM-DD` at the place of issue), with the warnings. */
export function judgeDraftOn(draft: Draft, profile: Profile, today: string): JudgedOn {
  const { warningsOf, ...judged } = judgeDraft(draft, profile, { fecha: `${today}T12:00:00` });
  const withheld = withholdingWarnings(draft, profile, today);
  return { ...judged, warnings: [...(warningsOf?.() ?? []), ...withheld] };
}

/** Only the issues, on a date. */
export const draftIssues = (draft: Draft, profile: Profile, today: string): Issue[] =>
  judgeDraft(draft, profile, { fecha: `${today}T12:00:00` }).issues;

/**
 * Whether a draft may be stored with this issue, which then refuses only the seal. The exchange
 * rate of a document is that of the day of issue, so a draft may lack it. A payment must have its
 * rate: it is already made.
 */
export function isForLater({ kind }: Pick<Draft, 'kind'>, { path, code }: Issue): boolean {
  const isRate = code === 'exchange_rate_missing' && path.length === 1;
  return isRate && kind !== 'payment_complement';
}
