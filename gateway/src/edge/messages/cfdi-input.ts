import { documentComplementNames, itemComplementNames, type cfdiInput } from '@timbre/api';
import type { z } from 'zod';
import { apart } from './complements';
import { withLists } from './lists';

type Input = z.output<typeof cfdiInput>;

/**
 * Converts a draft to a message of fiscal-cfdi. In the message, each list is a nested message, and
 * so are the fields of each kind of document.
 */
export function cfdiInputMessage(input: Input) {
  switch (input.kind) {
    case 'income':
      return charged(related(complemented(input)));
    case 'transfer':
      return { ...related(complemented(input)), items: input.items.map(itemMessage) };
    case 'credit_note': {
      const { formCode, methodCode, relatedDocuments, ...common } = complemented(input);
      return { ...charged(common), creditNote: { formCode, methodCode, relatedDocuments } };
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

type Kind<Name extends Input['kind']> = Extract<Input, { kind: Name }>;

function paymentMessage<Payment extends Kind<'payment_complement'>['payment']>(payment: Payment) {
  const documents = payment.documents.map(({ taxes, ...document }) => ({
    ...document,
    ...(taxes !== 'auto' && { taxes }),
  }));
  return { ...payment, documents };
}

function charged<Fields extends Pick<Kind<'income' | 'credit_note'>, 'items' | 'localTaxes'>>({
  localTaxes,
  items,
  ...common
}: Fields) {
  const taxes = localTaxes && { localTaxes: { taxes: localTaxes } };
  return { ...common, ...taxes, items: items.map(itemMessage) };
}

function itemMessage({ parts, ...item }: Kind<'income'>['items'][number]) {
  const whole = parts?.map(({ customsNumbers = [], ...part }) => ({ ...part, customsNumbers }));
  return withLists({ ...apart(item, itemComplementNames), ...(whole && { parts: whole }) });
}

const complemented = <Fields extends object>(input: Fields) =>
  apart(input, documentComplementNames);

function related<Fields extends Pick<Exclude<Input, Kind<'credit_note'>>, 'relatedDocuments'>>({
  relatedDocuments,
  ...common
}: Fields) {
  return { ...common, ...(relatedDocuments && { relations: { relatedDocuments } }) };
}
