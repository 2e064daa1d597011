import { computeComprobante, type Comprobante } from '@timbre/cfdi';
import { currency as currencyOf, isUseAllowed, Rfc } from '@timbre/fiscal';
import { conceptoOf } from '../drafting/concepto';
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
import { receptorOf } from '../drafting/receiver';

/** c_UsoCFDI: returns, discounts and allowances; and without fiscal effects, open to everybody. */
const returnsUse = 'G02';
const withoutEffects = 'S01';

/** The credit note (type E) of a draft. */
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
    ...documentHeader(profile, issuance),
    ...money,
    formaPago: formCode,
    metodoPago: methodCode,
    currencyDecimals: currencyOf(money.moneda)?.decimals ?? 2,
    tipoDeComprobante: cfdiTypes.credit_note,
    cfdiRelacionados: (input.creditNote?.relatedDocuments ?? []).map((related) => ({
      tipoRelacion: related.relationship,
      cfdiRelacionado: related.documents.map((uuid) => ({ uuid: uuid.toLowerCase() })),
    })),
    receptor: receptorOf(customer, creditNoteUse(customer), profile),
    conceptos: items.map(conceptoOf),
  });
}

/**
 * UsoCFDI of a credit note, which has no field of its own in the contract: G02 where the
 * receiver's regime is open to it, else S01 (c_UsoCFDI).
 */
export function creditNoteUse({ rfc: text, taxSystem }: Customer): string {
  const rfc = Rfc.parse(text ?? '');
  if (!rfc || rfc.isGeneric() || !taxSystem) return withoutEffects;
  return isUseAllowed(returnsUse, taxSystem, rfc.kind) ? returnsUse : withoutEffects;
}

/** How a credit note is settled, as its columns say it. */
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
