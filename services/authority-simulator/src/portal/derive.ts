import { Decimal, figureOn, itemAt } from '@timbre/fiscal';
import { z } from 'zod';
import { canceledAt } from '../mass-download/requests';
import type { CancellationDesk } from '../sat/cancellation';
import type { Stamp } from '../store/stamps';
import { childOf, childrenOf, parseXml } from '../xml/tree';
import type { Declaration, declarationBody } from './declaration';

export const deriveBody = z.strictObject({
  rfc: z.string().min(12).max(13),
  /** The month of the declaration, `YYYY-MM`. */
  month: z.string().regex(/^20\d{2}-(0[1-9]|1[0-2])$/),
  /** The share of the income that is profit (coeficiente de utilidad). */
  coefficient: z.number().min(0).max(1).default(0.1),
});

/** The valid stamps of a taxpayer, as issuer and as receiver. */
export interface Stamped {
  readonly issued: readonly Stamp[];
  readonly received: readonly Stamp[];
}

/** Returns the valid stamps of a taxpayer. */
export const validStamps =
  (desk: CancellationDesk) =>
  (rfc: string): Stamped => {
    const isValid = ({ uuid }: Stamp) => canceledAt(desk, uuid) === undefined;
    const { stamps } = desk;
    return {
      issued: stamps.ofIssuer(rfc).filter(isValid),
      received: stamps.ofReceiver(rfc).filter(isValid),
    };
  };

const MONTHS = [
  'Enero',
  'Febrero',
  'Marzo',
  'Abril',
  'Mayo',
  'Junio',
  'Julio',
  'Agosto',
  'Septiembre',
  'Octubre',
  'Noviembre',
  'Diciembre',
];
const IVA = '002';

/**
 * Calculates the declaration of a month from its invoices and credit notes, for demos: the IVA charged less
 * the IVA paid, and a company's ISR on the profit. The declaration includes every document issued in the
 * month, even if the document has not been paid.
 */
export function derived(
  { rfc, month, coefficient }: z.infer<typeof deriveBody>,
  { issued, received }: Stamped,
): z.infer<typeof declarationBody> {
  const sums = (stamps: readonly Stamp[]) => sumsOf(stamps.filter((one) => isOf(one, month)));
  const [sold, bought] = [sums(issued), sums(received)];
  const iva = pesos(sold.iva.minus(bought.iva));
  const profit = Decimal.max(Decimal.zero, sold.income).times(Decimal.from(coefficient));
  const [year = '', number = ''] = month.split('-');
  const next =
    Number(number) === 12 ? `${Number(year) + 1}-01` : `${year}-${pad(Number(number) + 1)}`;
  return {
    rfc,
    legalName: issued.at(-1)?.document.issuerName ?? rfc,
    fiscalYear: Number(year),
    period: itemAt(MONTHS, Number(number) - 1),
    periodicity: 'Mensual',
    type: 'Normal',
    filedAt: `${next}-17T10:00`,
    concepts: [
      toPay('ISR personas morales', pesos(profit.times(isrRateOf(month)))),
      iva < 0
        ? { name: 'Impuesto al Valor Agregado. Personas morales', inFavor: -iva }
        : toPay('Impuesto al Valor Agregado. Personas morales', iva),
    ],
  };
}

/** Returns the ISR rate of companies as a fraction; zero if the month has no known rate. */
function isrRateOf(month: string): Decimal {
  const percent = figureOn('isr.company_rate', `${month}-01`)?.value.percent ?? Decimal.zero;
  return percent.dividedBy(hundred, 4);
}

const hundred = Decimal.from(100);
const pad = (number: number): string => String(number).padStart(2, '0');
const pesos = (amount: Decimal): number => amount.round(0).toNumber();

const toPay = (name: string, amount: number): Declaration['concepts'][number] => ({
  name,
  charged: amount,
  amountCharged: amount,
  amountToPay: amount,
});

const isOf = ({ document }: Stamp, month: string): boolean =>
  document.family === 'cfdi' && /^[IE]$/.test(document.type) && document.issuedAt.startsWith(month);

/** Adds up the income without taxes, and the IVA, in pesos. Credit notes are subtracted from the income. */
function sumsOf(stamps: readonly Stamp[]): { income: Decimal; iva: Decimal } {
  const amounts = stamps.map(({ document, xml }) => {
    const root = parseXml(xml);
    const of = (name: string) => Decimal.from(root.attributes.get(name) ?? '0');
    const taxes = childOf(childOf(root, 'Impuestos'), 'Traslados');
    const charged = taxes ? childrenOf(taxes) : [];
    const iva = charged
      .filter(({ attributes }) => attributes.get('Impuesto') === IVA)
      .map(({ attributes }) => Decimal.from(attributes.get('Importe') ?? '0'));
    const rate = Decimal.from(document.exchangeRate || '1');
    const factor = document.type === 'E' ? rate.negated() : rate;
    return {
      income: of('SubTotal').minus(of('Descuento')).times(factor),
      iva: Decimal.sum(iva).times(factor),
    };
  });
  return {
    income: Decimal.sum(amounts.map(({ income }) => income)),
    iva: Decimal.sum(amounts.map((one) => one.iva)),
  };
}
