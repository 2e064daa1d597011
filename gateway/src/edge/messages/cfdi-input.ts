import type { cfdiInput } from '@timbre/api';
import type { z } from 'zod';
import { withLists } from './lists';

type Input = z.output<typeof cfdiInput>;

/** A draft as a message of fiscal-cfdi: lists, and the fields of one kind, are messages of their own. */
export function cfdiInputMessage(input: Input) {
  switch (input.kind) {
    case 'income': {
      const { localTaxes, ...common } = related(input);
      const items = input.items.map(withLists);
      return { ...common, items, ...(localTaxes && { localTaxes: { taxes: localTaxes } }) };
    }
    case 'transfer':
      return { ...related(input), items: input.items.map(withLists) };
    case 'credit_note': {
      const { formCode, methodCode, relatedDocuments, localTaxes, ...common } = input;
      return {
        ...common,
        items: input.items.map(withLists),
        ...(localTaxes && { localTaxes: { taxes: localTaxes } }),
        creditNote: { formCode, methodCode, relatedDocuments },
      };
    }
    case 'payroll': {
      const { deductions = [], otherPayments = [], incapacities = [], ...given } = input.payroll;
      const earnings = given.earnings.map(({ overtime = [], ...line }) => ({ ...line, overtime }));
      const payroll = { ...given, earnings, deductions, otherPayments, incapacities };
      return { ...related(input), items: [], payroll };
    }
    case 'payment_complement': {
      const { payment, additionalPayments = [], ...common } = related(input);
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

function related<Kind extends Pick<Exclude<Input, { kind: 'credit_note' }>, 'relatedDocuments'>>({
  relatedDocuments,
  ...common
}: Kind) {
  return { ...common, ...(relatedDocuments && { relations: { relatedDocuments } }) };
}
