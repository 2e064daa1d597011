import type { Finding } from '@timbre/cfdi';
import { parseLocalDateTime, requiredCatalog, type Issue } from '@timbre/fiscal';
import { currencyIssues } from '../drafting/currency-issues';
import { judged, type Judged } from '../drafting/document-issues';
import type { ComplementInput, Draft, Issuance } from '../drafting/draft';
import type { Profile } from '../set-up/fiscal-profile';
import { paidDocumentsIssues } from './paid-document-issues';
import { paymentComplementComprobante } from './payment-complement';
import { customerIssues, paymentUse } from '../drafting/receiver';

type InputPath = (string | number)[];

/** c_FormaPago of a deferred payment, which a complement cannot have. */
const toBeDefined = '99';

/**
 * Every rule that a payment complement breaks on a date.
 * - payment_missing
 * - form_code_not_in_catalog, form_code_to_be_defined (CRP20212)
 * - local_date_time_invalid, paid_in_future
 * - and those of its customer, its currency and the documents it pays
 */
export function judgePaymentComplement(draft: Draft, profile: Profile, issuance: Issuance): Judged {
  const today = issuance.fecha.slice(0, 10);
  const { input, customer } = draft;
  const issues = [
    ...customerIssues(customer, paymentUse, today),
    ...paymentIssues(input.complement, today),
    ...currencyIssues(input, today),
    ...paidDocumentsIssues(draft, today),
  ];
  if (issues.length > 0) return { issues };
  const document = paymentComplementComprobante(draft, profile, issuance);
  return judged(document, inputPath);
}

function paymentIssues(complement: ComplementInput | undefined, today: string): Issue[] {
  const at = (field: string, code: string, message: string) => ({
    path: ['payment', field],
    code,
    message,
  });
  if (!complement) {
    const message = 'A payment complement must have a payment.';
    return [{ path: ['payment'], code: 'payment_missing', message }];
  }
  const { formCode, paidLocalDateTime } = complement;
  const issues: Issue[] = [];
  if (formCode === toBeDefined) {
    const message = 'A payment that was made must have a known form code, not 99.';
    issues.push(at('formCode', 'form_code_to_be_defined', message));
  } else if (!requiredCatalog('c_FormaPago').isActive(formCode, today)) {
    const message = 'formCode is not an active code of c_FormaPago.';
    issues.push(at('formCode', 'form_code_not_in_catalog', message));
  }
  if (paidLocalDateTime === undefined) return issues;
  const isReadable = parseLocalDateTime(paidLocalDateTime) !== undefined;
  if (!isReadable) {
    const message = 'Not a local date-time YYYY-MM-DDTHH:MM:SS.';
    issues.push(at('paidLocalDateTime', 'local_date_time_invalid', message));
  } else if (paidLocalDateTime.slice(0, 10) > today) {
    issues.push(
      at('paidLocalDateTime', 'paid_in_future', `The payment date is after today, ${today}.`),
    );
  }
  return issues;
}

const paymentFields: Readonly<Record<string, InputPath>> = {
  fechaPago: ['payment', 'paidLocalDateTime'],
  formaDePagoP: ['payment', 'formCode'],
  monedaP: ['currency'],
  tipoCambioP: ['exchangeRate'],
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

/** Maps a path in the document to the input: complemento, pagos, 0, pago, 0, … */
function inputPath([part = '', , , , , field = '', index, inside]: Finding['path']): InputPath {
  if (part === 'receptor') return ['customerId'];
  if (part !== 'complemento') return [];
  if (field !== 'doctoRelacionado' || index === undefined) {
    return paymentFields[String(field)] ?? ['payment'];
  }
  const own = documentFields[String(inside ?? '')];
  return ['payment', 'documents', index, ...(own === undefined ? [] : [own])];
}
