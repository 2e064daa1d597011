import type { Comprobante } from '@timbre/cfdi';
import { creditNoteComprobante } from '../invoices/credit-note';
import type { CfdiKind, Draft, Issuance } from './draft';
import type { Profile } from '../set-up/fiscal-profile';
import { incomeComprobante } from '../invoices/income';
import { paymentComplementComprobante } from '../payments/payment-complement';
import { payrollComprobante } from '../receipts/payroll';
import { transferComprobante } from '../invoices/transfer';

type ComprobanteOf = (draft: Draft, profile: Profile, issuance: Issuance) => Comprobante;

const documentByKind: { readonly [Kind in CfdiKind]: ComprobanteOf } = {
  income: incomeComprobante,
  credit_note: creditNoteComprobante,
  transfer: transferComprobante,
  payroll: payrollComprobante,
  payment_complement: paymentComplementComprobante,
};

/**
 * Builds the unsealed document of a draft without issues (see `judgeDraft`), with all amounts. The
 * function is deterministic: the same draft, profile and issuance return the same document.
 * @throws RangeError if the draft breaks a rule so that its amounts cannot be calculated
 */
export function comprobanteOf(draft: Draft, profile: Profile, issuance: Issuance): Comprobante {
  return documentByKind[draft.kind](draft, profile, issuance);
}
