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
 * Builds the unsealed document of a draft that breaks no rule (see `judgeDraft`), with every
 * amount. The result is deterministic: the same draft, profile and issuance give the same document.
 * @throws RangeError when a broken rule makes the amounts impossible to compute
 */
export function comprobanteOf(draft: Draft, profile: Profile, issuance: Issuance): Comprobante {
  return documentByKind[draft.kind](draft, profile, issuance);
}
