import { computeComprobante, type Comprobante } from '@timbre/cfdi';
import { currency as currencyOf, isUseAllowed, Rfc, type CalendarDate } from '@timbre/fiscal';
import { conceptoOf } from '@timbre/items';
import { withItemNodes } from '../complements/complement-nodes';
import { documentCurrency, documentHeader } from '../drafting/document-header';
import {
  cfdiTypes,
  type CreditNoteInput,
  type Customer,
  type Draft,
  type Issuance,
  type PaymentFacts,
} from '../drafting/draft';
import type { Profile } from '../set-up/fiscal-profile';
import { localTaxesOf } from './local-taxes';
import { receptorOf } from '../drafting/receiver';

/**
 * The codes of c_UsoCFDI for credit notes: G02 is for returns, discounts and allowances. S01 has no fiscal
 * effects and is allowed for every receiver.
 */
const returnsUse = 'G02';
const withoutEffects = 'S01';

export function creditNoteComprobante(
  draft: Draft,
  profile: Profile,
  issuance: Issuance,
): Comprobante {
  const { input, customer, items } = draft;
  if (!customer) throw new RangeError('a credit note has a customer');
  const { formCode, methodCode } = creditNoteFacts(input.creditNote);
  const money = documentCurrency(input);
  return computeComprobante({
    ...documentHeader(draft, profile, issuance),
    ...money,
    formaPago: formCode,
    metodoPago: methodCode,
    currencyDecimals: currencyOf(money.moneda, issuance.fecha.slice(0, 10))?.decimals ?? 2,
    tipoDeComprobante: cfdiTypes.credit_note,
    receptor: receptorOf(customer, creditNoteUse(customer, issuance.fecha.slice(0, 10)), profile),
    conceptos: items.map((item) =>
      withItemNodes(conceptoOf(item, { asksForIeps: customer.iepsTaxpayer }), item),
    ),
    localTaxes: localTaxesOf(input),
  });
}

/**
 * Returns the UsoCFDI of a credit note, which is G02 if the receiver's regime allows it, otherwise S01
 * (c_UsoCFDI). The API has no field for the UsoCFDI of a credit note.
 */
export function creditNoteUse({ rfc: text, taxSystem }: Customer, onDate: CalendarDate): string {
  const rfc = Rfc.parse(text ?? '');
  if (!rfc || rfc.isGeneric() || !taxSystem) return withoutEffects;
  return isUseAllowed(returnsUse, taxSystem, rfc.kind, onDate) ? returnsUse : withoutEffects;
}

/** Returns the form and method of payment of a credit note as values of its database columns. */
export function creditNoteFacts(creditNote: CreditNoteInput | undefined): PaymentFacts {
  if (!creditNote) throw new RangeError('a credit note has its form of payment');
  const isDeferred = creditNote.methodCode === 'PPD';
  return {
    paymentTiming: isDeferred ? 'deferred_or_installments' : 'single_payment',
    formCode: creditNote.formCode,
    methodCode: isDeferred ? 'PPD' : 'PUE',
    dueDate: null,
    conditions: null,
    settlementTerms: null,
  };
}
