import { sayNotActive } from '@timbre/api';
import type { Finding } from '@timbre/cfdi';
import {
  formToBeDefined,
  isFiscalText,
  type Issue,
  parseLocalDateTime,
  requiredCatalog,
} from '@timbre/fiscal';
import { confirmationIssues, moneyIssues } from '../drafting/currency-issues';
import { judged, type Judged } from '../drafting/document-issues';
import type { Draft, Issuance, PaidDocument } from '../drafting/draft';
import type { Profile } from '../set-up/fiscal-profile';
import { paidDocumentsIssues } from './paid-document-issues';
import { paymentComplementComprobante } from './payment-complement';
import { headerIssues } from '../drafting/header-issues';
import { customerIssues, paymentUse } from '../drafting/receiver';
import { paymentWarnings } from './payment-warnings';
import { atMoney, documentsOf, paymentsOf, type Payment } from './payments-of';
import { relatedWarnings } from '../drafting/related-documents';

type InputPath = (string | number)[];

/**
 * Returns every rule that a payment complement breaks on a date: the rules of its customer and its
 * confirmation key, and of the form, currency and documents of each payment.
 * - payment_missing
 */
export function judgePaymentComplement(draft: Draft, profile: Profile, issuance: Issuance): Judged {
  const today = issuance.fecha.slice(0, 10);
  const { input, customer } = draft;
  const issues = [
    ...customerIssues(customer, paymentUse, today, { isPayment: true }),
    ...(input.complement ? paymentsIssues(draft, today) : [missing]),
    ...headerIssues(draft, today),
  ];
  const warningsOf = () => [...relatedWarnings(draft), ...paymentWarnings(draft, today)];
  if (issues.length > 0) return { issues, warningsOf };
  const document = paymentComplementComprobante(draft, profile, issuance);
  return judged(document, inputPathOf(paymentsOf(input)), warningsOf);
}

const missing: Issue = {
  path: ['payment'],
  code: 'payment_missing',
  message: 'A payment complement must have a payment.',
};

function paymentsIssues({ input, customer, paidDocuments }: Draft, today: string): Issue[] {
  const earlier = new Map<string, PaidDocument[]>();
  const payments = paymentsOf(input);
  const { confirmation } = input;
  const ofPayments = payments.flatMap((payment, position) => {
    const documents = documentsOf(paidDocuments, position);
    const issues = [
      ...meansIssues(payment, today),
      ...atMoney(payment, moneyIssues({ ...payment, confirmation }, today)),
      ...paidDocumentsIssues(payment, documents, { rfc: customer?.rfc, today, earlier }),
    ];
    for (const document of documents) {
      earlier.set(document.uuid, [...(earlier.get(document.uuid) ?? []), document]);
    }
    return issues;
  });
  return [...ofPayments, ...confirmationIssues(confirmation, payments)];
}

/**
 * - form_code_not_in_catalog, form_code_to_be_defined (CRP20212)
 * - text_invalid: the operation number, the bank name or the payment chain has a character that the SAT
 *   refuses
 * - local_date_time_invalid: the text is not a local date and time of the form YYYY-MM-DDTHH:MM:SS
 * - paid_in_future: the payment date is in the future
 */
function meansIssues({ path, ...payment }: Payment, today: string): Issue[] {
  const { formCode, paidLocalDateTime, operationNumber, payerBank, paymentChain } = payment;
  const issues: Issue[] = [];
  const say = (field: string[], code: string, message: string) =>
    issues.push({ path: [...path, ...field], code, message });
  if (formCode === formToBeDefined) {
    const message = 'A payment that was made must have a known form code, not 99.';
    say(['formCode'], 'form_code_to_be_defined', message);
  } else if (!requiredCatalog('c_FormaPago').isActive(formCode, today)) {
    const said = sayNotActive('c_FormaPago', formCode, today);
    issues.push({ path: [...path, 'formCode'], code: 'form_code_not_in_catalog', ...said });
  }
  if (operationNumber !== undefined && !isFiscalText(operationNumber, 100)) {
    const message = 'An operation number must have 1 to 100 characters and no |.';
    say(['operationNumber'], 'text_invalid', message);
  }
  if (payerBank?.name !== undefined && !isFiscalText(payerBank.name, 300)) {
    const message = 'The name of a bank must have 1 to 300 characters and no |.';
    say(['payerBank', 'name'], 'text_invalid', message);
  }
  // CadPago is the only text that may contain vertical bars, so the bars are replaced before the check.
  if (paymentChain && !isFiscalText(paymentChain.chain.replaceAll('|', ' '), 8_192)) {
    const message = 'A payment chain must have 1 to 8192 characters and none that XML refuses.';
    say(['paymentChain', 'chain'], 'text_invalid', message);
  }
  if (paidLocalDateTime === undefined) return issues;
  if (parseLocalDateTime(paidLocalDateTime) === undefined) {
    const message = 'Not a local date-time YYYY-MM-DDTHH:MM:SS.';
    say(['paidLocalDateTime'], 'local_date_time_invalid', message);
  } else if (paidLocalDateTime.slice(0, 10) > today) {
    say(['paidLocalDateTime'], 'paid_in_future', `The payment date is after today, ${today}.`);
  }
  return issues;
}

const paymentFields: Readonly<Record<string, InputPath>> = {
  fechaPago: ['paidLocalDateTime'],
  formaDePagoP: ['formCode'],
  monedaP: ['currency'],
  tipoCambioP: ['exchangeRate'],
  numOperacion: ['operationNumber'],
  rfcEmisorCtaOrd: ['payerBank', 'rfc'],
  nomBancoOrdExt: ['payerBank', 'name'],
  ctaOrdenante: ['payerBank', 'account'],
  rfcEmisorCtaBen: ['payeeBank', 'rfc'],
  ctaBeneficiario: ['payeeBank', 'account'],
  tipoCadPago: ['paymentChain'],
  certPago: ['paymentChain', 'certificate'],
  cadPago: ['paymentChain', 'chain'],
  selloPago: ['paymentChain', 'seal'],
};
const documentFields: Readonly<Record<string, string>> = {
  idDocumento: 'uuid',
  serie: 'series',
  folio: 'folio',
  monedaDr: 'currency',
  equivalenciaDr: 'exchangeRate',
  numParcialidad: 'installment',
  impSaldoAnt: 'previousBalance',
  impPagado: 'amount',
  objetoImpDr: 'taxes',
  impuestosDr: 'taxes',
};

/**
 * Converts a path in the document, such as complemento, pagos, 0, pago, position, …, to a path in the
 * input.
 */
const inputPathOf =
  (payments: readonly Payment[]) =>
  ([part = '', , , , position, field = '', index, inside]: Finding['path']): InputPath => {
    if (part === 'receptor') return ['customerId'];
    if (part !== 'complemento') return [];
    const payment = payments[Number(position ?? 0)];
    const path = payment?.path ?? ['payment'];
    if (field === 'monedaP' || field === 'tipoCambioP') {
      return [...(payment?.moneyPath ?? []), ...(paymentFields[field] ?? [])];
    }
    if (field !== 'doctoRelacionado' || index === undefined) {
      return [...path, ...(paymentFields[String(field)] ?? [])];
    }
    const own = documentFields[String(inside ?? '')];
    return [...path, 'documents', index, ...(own === undefined ? [] : [own])];
  };
