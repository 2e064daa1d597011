import { sayNotActive } from '@timbre/api';
import {
  formToBeDefined,
  isCalendarDate,
  isFiscalText,
  type Issue,
  requiredCatalog,
  settlementTermsIssues,
  settlementTermsOf,
} from '@timbre/fiscal';
import type { PaymentFacts, PaymentInput } from '../drafting/draft';

/** The maximum length of the SAT attribute CondicionesDePago. */
const conditionsMax = 1000;

const methodCodes = { single_payment: 'PUE', deferred_or_installments: 'PPD' } as const;

/**
 * Returns the values of the payment's database columns for a valid payment.
 * @throws RangeError if the timing is unknown
 */
export function incomeFacts(payment: PaymentInput | undefined): PaymentFacts {
  if (!payment || !isTiming(payment.timing)) throw new RangeError('a payment has a timing');
  const terms = payment.settlementTerms;
  return {
    paymentTiming: payment.timing,
    formCode: payment.formCode,
    methodCode: methodCodes[payment.timing],
    dueDate: payment.dueDate ?? null,
    conditions: payment.conditions ?? null,
    settlementTerms: terms ? settlementTermsOf(terms) : null,
  };
}

/**
 * Returns warnings about probable mistakes in the payment of an income document.
 * - due_date_past: the due date is in the past; this is legal, because earlier deliveries may be invoiced
 *   late
 */
export function paymentWarnings(payment: PaymentInput | undefined, today: string): Issue[] {
  const dueDate = payment?.dueDate;
  if (dueDate === undefined || !isCalendarDate(dueDate) || dueDate >= today) return [];
  const message = `The due date ${dueDate} is before today, ${today}.`;
  return [{ path: ['payment', 'dueDate'], code: 'due_date_past', message }];
}

function isTiming(timing: string): timing is keyof typeof methodCodes {
  return timing in methodCodes;
}

/**
 * Checks the payment of an income document, including the rules of `settlementTermsIssues`.
 * - payment_missing, payment_timing_unknown
 * - form_code_not_in_catalog: the form of payment is not an active code of c_FormaPago
 * - form_code_to_be_defined: the form of a single payment is already known, so it cannot be 99
 * - form_code_not_allowed: a payment that has not been made yet must have form 99 (CFDI40105)
 * - deferred_only: a single payment cannot have a due date or settlement terms
 * - date_invalid
 * - text_invalid: the conditions have more than 1000 characters, or a character that the SAT refuses
 */
export function paymentIssues(payment: PaymentInput | undefined, today: string): Issue[] {
  if (!payment) {
    const message = 'An income document must have a payment.';
    return [{ path: ['payment'], code: 'payment_missing', message }];
  }
  if (!isTiming(payment.timing)) {
    const message = 'The timing must be single_payment or deferred_or_installments.';
    return [{ path: ['payment', 'timing'], code: 'payment_timing_unknown', message }];
  }
  return [...formIssues(payment, today), ...dueIssues(payment), ...conditionsIssues(payment)];
}

function formIssues({ timing, formCode }: PaymentInput, today: string): Issue[] {
  const path = ['payment', 'formCode'];
  const at = (code: string, message: string) => [{ path, code, message }];
  if (!requiredCatalog('c_FormaPago').isActive(formCode, today)) {
    const said = sayNotActive('c_FormaPago', formCode, today);
    return [{ path, code: 'form_code_not_in_catalog', ...said }];
  }
  const isDeferred = timing === 'deferred_or_installments';
  if (isDeferred && formCode !== formToBeDefined) {
    return at('form_code_not_allowed', 'The form code of a deferred payment must be 99.');
  }
  if (!isDeferred && formCode === formToBeDefined) {
    return at('form_code_to_be_defined', 'A single payment must have a known form code, not 99.');
  }
  return [];
}

function dueIssues(payment: PaymentInput): Issue[] {
  const { timing, dueDate, settlementTerms } = payment;
  if (timing === 'single_payment') {
    return (['dueDate', 'settlementTerms'] as const)
      .filter((field) => payment[field] !== undefined)
      .map((field) => ({
        path: ['payment', field],
        code: 'deferred_only',
        message: `${field} belongs to payments deferred or in installments.`,
      }));
  }
  return [
    ...dateIssues(dueDate, ['payment', 'dueDate']),
    ...(settlementTerms
      ? settlementTermsIssues(settlementTerms, ['payment', 'settlementTerms'])
      : []),
  ];
}

function dateIssues(date: string | undefined, path: string[]): Issue[] {
  if (date === undefined || isCalendarDate(date)) return [];
  return [{ path, code: 'date_invalid', message: 'Not a date.' }];
}

function conditionsIssues({ conditions }: PaymentInput): Issue[] {
  if (conditions === undefined || isFiscalText(conditions, conditionsMax)) return [];
  const message = `Conditions must have 1 to ${conditionsMax} characters and no |.`;
  return [{ path: ['payment', 'conditions'], code: 'text_invalid', message }];
}
