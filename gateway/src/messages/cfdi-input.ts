import type { cfdiInput } from '@timbre/api';
import type { z } from 'zod';

/** A draft as a message of fiscal-cfdi: the fields of one kind are a message of their own. */
export function cfdiInputMessage(input: z.output<typeof cfdiInput>) {
  switch (input.kind) {
    case 'income':
    case 'transfer':
      return input;
    case 'credit_note': {
      const { formCode, methodCode, relatedDocuments, ...common } = input;
      return { ...common, creditNote: { formCode, methodCode, relatedDocuments } };
    }
    case 'payroll': {
      const { deductions = [], otherPayments = [], incapacities = [], ...given } = input.payroll;
      const earnings = given.earnings.map(({ overtime = [], ...line }) => ({ ...line, overtime }));
      const payroll = { ...given, earnings, deductions, otherPayments, incapacities };
      return { ...input, items: [], payroll };
    }
    case 'payment_complement': {
      const { payment, additionalPayments = [], ...common } = input;
      const complement = {
        ...paymentMessage(payment),
        additionalPayments: additionalPayments.map(paymentMessage),
      };
      return { ...common, items: [], complement };
    }
  }
}

type Complement = Extract<z.output<typeof cfdiInput>, { kind: 'payment_complement' }>;

function paymentMessage<Payment extends Complement['payment']>(payment: Payment) {
  const documents = payment.documents.map(({ taxes, ...document }) => ({
    ...document,
    ...(taxes !== 'auto' && { taxes }),
  }));
  return { ...payment, documents };
}
