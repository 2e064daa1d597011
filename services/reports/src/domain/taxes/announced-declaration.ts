import { Decimal } from '@timbre/fiscal';
import type { Declaration, Periodicity } from './declaration';

type Amount = string | undefined;

interface AnnouncedConcept {
  name: string;
  charged?: Amount;
  inFavor?: Amount;
  update?: Amount;
  surcharges?: Amount;
  fine?: Amount;
  applications?: Amount;
  paidBefore?: Amount;
  amountToPay?: Amount;
}

/** A declaration in an event of sat-sync; amounts are whole pesos. */
export interface AnnouncedDeclaration {
  declarationId: string;
  version: number;
  rfc: string;
  operationNumber: string;
  fiscalYear: number;
  period: number;
  periodicity: string;
  declarationType: string;
  complementaryType?: string | undefined;
  filedOn: string;
  filedLocalDateTime?: string | undefined;
  captureLine?: string | undefined;
  total?: Amount;
  concepts: AnnouncedConcept[];
  payments: { captureLine: string; amount: string }[];
}

const amountOf = (text: Amount): Decimal | undefined =>
  text === undefined ? undefined : Decimal.from(text);

/** Converts the amounts of a declaration from text to exact decimals. */
export function declarationOf(announced: AnnouncedDeclaration): Declaration {
  const { operationNumber, fiscalYear, periodicity, period, declarationType } = announced;
  const { complementaryType, filedOn, captureLine, total, concepts, payments } = announced;
  const { filedLocalDateTime = filedOn } = announced;
  return {
    operationNumber,
    fiscalYear,
    period,
    declarationType,
    complementaryType,
    captureLine,
    periodicity: periodicity as Periodicity,
    filedAt: filedLocalDateTime,
    total: amountOf(total),
    concepts: concepts.map((concept) => ({
      name: concept.name,
      charged: amountOf(concept.charged),
      inFavor: amountOf(concept.inFavor),
      update: amountOf(concept.update),
      surcharges: amountOf(concept.surcharges),
      fine: amountOf(concept.fine),
      applications: amountOf(concept.applications),
      paidBefore: amountOf(concept.paidBefore),
      amountToPay: amountOf(concept.amountToPay),
    })),
    payments: payments.map((payment) => ({
      captureLine: payment.captureLine === '' ? undefined : payment.captureLine,
      amount: Decimal.from(payment.amount),
    })),
  };
}
