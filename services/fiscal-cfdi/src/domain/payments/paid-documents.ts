import { parseDocument, taxesOfPayment, type Comprobante } from '@timbre/cfdi';
import { Decimal, type Issue, readableDecimal, taxCodeOf } from '@timbre/fiscal';
import type {
  ComplementInput,
  DocumentTaxesInput,
  InvoiceRecord,
  PaidDocument,
  PaidDocumentInput,
  PaidTax,
  TaxEntryInput,
} from '../drafting/draft';
import type { InvoiceSource } from '../drafting/draft-sources';
import { paymentInputs, paymentPath } from './payments-of';

type Path = (string | number)[];

/** The codes of c_ObjetoImp for an invoice that is subject to tax and for an invoice that is not. */
const taxed = '02';
const untaxed = '01';

/**
 * Completes the paid invoices of a complement with the data of the stored invoices.
 * - cfdi_unknown: your organization has no CFDI with this UUID, so its taxes must be given (`auto` is not
 *   possible)
 * - and the issues of entryIssues
 */
export function resolvePaidDocuments(
  complement: ComplementInput,
  invoices: readonly InvoiceSource[],
): { documents: PaidDocument[]; issues: Issue[] } {
  const issues: Issue[] = [];
  const known = new Map(invoices.map((invoice) => [invoice.uuid, invoice]));
  const taxesOf = taxReader();
  const documents = paymentInputs(complement).flatMap((payment, position) =>
    payment.documents.map((input, index) => {
      const invoice = known.get(input.uuid.toLowerCase());
      const path = [...paymentPath(position), 'documents', index, 'taxes'];
      if (!input.taxes && !invoice) {
        const message = 'Your organization has no CFDI with this UUID; give its taxes.';
        issues.push({ path, code: 'cfdi_unknown', message });
      }
      input.taxes?.entries.forEach((entry, place) => {
        issues.push(...entryIssues(entry, [...path, 'entries', place]));
      });
      const resolved = resolvePaidDocument(input, invoice, taxesOf);
      return position === 0 ? resolved : { ...resolved, payment: position };
    }),
  );
  return { documents, issues };
}

/**
 * - tax_type_unknown: the tax is not IVA, ISR or IEPS, or it is ISR in the list of transferred taxes
 * - exempt_withholding: a withheld tax cannot be exempt (CRP20252)
 * - exempt_rate: an exempt tax cannot have a rate above 0 (CRP20258)
 */
function entryIssues({ type, factor, rate, withholding }: TaxEntryInput, path: Path): Issue[] {
  const issues: Issue[] = [];
  const at = (field: string, code: string, message: string) =>
    issues.push({ path: [...path, field], code, message });
  if (!taxCodeOf(type)) at('type', 'tax_type_unknown', 'The tax must be IVA, ISR or IEPS.');
  if (type === 'ISR' && !withholding) {
    at('type', 'tax_type_unknown', 'ISR is only withheld; set withholding.');
  }
  if (factor !== 'Exento') return issues;
  if (withholding) at('factor', 'exempt_withholding', 'Only a transferred tax can be exempt.');
  if (readableDecimal(rate)?.isPositive()) {
    at('rate', 'exempt_rate', 'An exempt tax has no rate; send 0, or the factor Tasa.');
  }
  return issues;
}

function resolvePaidDocument(
  input: PaidDocumentInput,
  invoice: InvoiceSource | undefined,
  taxesOf: TaxReader,
): PaidDocument {
  const taxes = input.taxes
    ? givenTaxes(input.taxes)
    : invoice
      ? taxesOf(invoice, input.amount)
      : [];
  return {
    uuid: input.uuid.toLowerCase(),
    series: input.series ?? invoice?.series ?? undefined,
    folio: input.folio ?? invoice?.folio ?? undefined,
    currency: input.currency ?? invoice?.currency ?? 'MXN',
    exchangeRate: input.exchangeRate,
    installment: input.installment,
    previousBalance: input.previousBalance,
    amount: input.amount,
    taxObject: input.taxes?.taxObject ?? (taxes.length > 0 ? taxed : untaxed),
    taxes,
    ...(invoice && { invoice: recordOf(invoice) }),
  };
}

function givenTaxes({ entries }: DocumentTaxesInput): PaidTax[] {
  return entries.map(({ base, type, rate, factor = 'Tasa', withholding }) => ({
    kind: withholding ? 'retencion' : 'traslado',
    tax: taxCodeOf(type) ?? '',
    factor,
    ...(factor !== 'Exento' && { rate }),
    base,
  }));
}

type TaxReader = typeof paidTaxes;

/**
 * Returns a function like `paidTaxes` that parses each invoice only once, even if several payments pay the
 * invoice.
 */
function taxReader(): TaxReader {
  const parsed = new Map<string, Comprobante | undefined>();
  return (invoice, amount) => {
    if (!parsed.has(invoice.uuid)) parsed.set(invoice.uuid, parsedInvoice(invoice));
    return taxesOfPart(parsed.get(invoice.uuid), amount);
  };
}

/**
 * Returns the taxes of the paid part of an invoice. The function multiplies each base in the invoice's XML
 * by the amount paid and divides it by the total. The list is empty if the XML or the amount cannot be
 * parsed.
 */
export const paidTaxes = (invoice: InvoiceSource, amount: string): PaidTax[] =>
  taxesOfPart(parsedInvoice(invoice), amount);

function parsedInvoice({ xml }: InvoiceSource): Comprobante | undefined {
  const parsed = xml && parseDocument(xml);
  // The function reads only the total and the taxes of the concepts. The total and the concepts have the
  // same shape in CFDI 3.3, so the cast is safe.
  return parsed && parsed.kind !== 'retenciones' ? (parsed.document as Comprobante) : undefined;
}

function taxesOfPart(invoice: Comprobante | undefined, amount: string): PaidTax[] {
  const paid = readableDecimal(amount);
  if (!invoice?.total.isPositive() || !paid) return [];
  return taxesOfPayment(invoice, paid)
    .filter(({ base }) => base.isPositive())
    .map(({ kind, impuesto, tipoFactor, tasaOCuota, base }) => ({
      kind,
      tax: impuesto,
      factor: tipoFactor,
      ...(tasaOCuota && { rate: tasaOCuota.toString() }),
      base: base.toString(),
    }));
}

/** Returns the data of a stored invoice that its payment needs. */
export function recordOf(invoice: InvoiceSource): InvoiceRecord {
  const { cfdiId, kind, status, methodCode, currency, receiverRfc, isOurs } = invoice;
  const { isBeingPaid, isBeingCanceled } = invoice;
  const amount = (text: string): string => Decimal.from(text).trimmed(2).toString();
  return {
    cfdiId,
    kind,
    status,
    methodCode,
    currency,
    receiverRfc,
    balance: amount(invoice.remainingBalance),
    effectiveBalance: amount(invoice.effectiveRemainingBalance),
    nextInstallment: invoice.installments + 1,
    issuedOn: invoice.issuedLocal?.slice(0, 10),
    isOurs,
    isBeingPaid,
    isBeingCanceled,
  };
}
