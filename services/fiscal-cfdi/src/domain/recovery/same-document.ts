import { Decimal } from '@timbre/fiscal';

/**
 * The values of a CFDI by which the draft of a stamped document is recognized. The draft and the stamped
 * document have them in the same form.
 */
export interface ComparedCfdi {
  kind: string;
  counterpartyRfc?: string | null | undefined;
  currency: string;
  subtotal: string;
  discount?: string | null | undefined;
  total: string;
  items: readonly { description: string; quantity: string; amount: string }[];
  paidDocuments?:
    readonly { uuid: string; installment: number; amount: string }[] | null | undefined;
  complement?: { amount: string; currency: string; formCode: string } | null | undefined;
  payroll?: object | null | undefined;
}

/** The values of a withholding document by which its draft is recognized. */
export interface ComparedWithholding {
  withholdingCode: string;
  counterpartyRfc?: string | null | undefined;
  counterpartyName: string;
  total: string;
  withheld: string;
  input: {
    description?: string | undefined;
    period: { startMonth: number; endMonth: number; year: number };
  };
}

/**
 * Returns whether a stamped CFDI has the receiver, the kind, the amounts and the lines of a draft. Payroll
 * receipts are compared by their whole complement, which contains the period and the date of payment.
 */
export const isSameCfdi = (draft: ComparedCfdi, stamped: ComparedCfdi): boolean =>
  textOf(comparedCfdi(draft)) === textOf(comparedCfdi(stamped));

/** Returns whether a stamped withholding document has the receiver, period and amounts of a draft. */
export const isSameWithholding = (
  draft: ComparedWithholding,
  stamped: ComparedWithholding,
): boolean => textOf(comparedWithholding(draft)) === textOf(comparedWithholding(stamped));

/**
 * Returns values as JSON text without the order of their members, because the database does not keep the
 * order. Members without a value are left out, because the database does not store them.
 */
const textOf = (values: object): string =>
  JSON.stringify(values, (_, value: unknown) =>
    value !== null && typeof value === 'object' && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
      : value,
  );

/** Amounts are compared as numbers, because the database stores more decimals than the XML has. */
const amount = (text: string | null | undefined): string =>
  Decimal.from(text ?? '0')
    .trimmed()
    .toString();

const comparedCfdi = (cfdi: ComparedCfdi) => ({
  kind: cfdi.kind,
  rfc: cfdi.counterpartyRfc ?? null,
  currency: cfdi.currency,
  amounts: [cfdi.subtotal, cfdi.discount, cfdi.total].map(amount),
  // The concept of a payment complement and of a receipt is always the same, and drafts do not contain it.
  items: hasItems(cfdi)
    ? cfdi.items.map((item) => [item.description, amount(item.quantity), amount(item.amount)])
    : [],
  paid: (cfdi.paidDocuments ?? []).map((paid) => [
    paid.uuid.toLowerCase(),
    paid.installment,
    amount(paid.amount),
  ]),
  payment: cfdi.complement
    ? [amount(cfdi.complement.amount), cfdi.complement.currency, cfdi.complement.formCode]
    : null,
  payroll: cfdi.payroll ?? null,
});

const hasItems = ({ kind }: ComparedCfdi): boolean =>
  kind !== 'payment_complement' && kind !== 'payroll';

const comparedWithholding = (document: ComparedWithholding) => ({
  code: document.withholdingCode,
  description: document.input.description,
  rfc: document.counterpartyRfc ?? null,
  name: document.counterpartyName,
  amounts: [document.total, document.withheld].map(amount),
  period: [
    document.input.period.startMonth,
    document.input.period.endMonth,
    document.input.period.year,
  ],
});

/** The members of a CFDI from which its mark is made. */
type Marked = Pick<ComparedCfdi, 'kind' | 'items' | 'paidDocuments'> & {
  payroll?: { paidOn: string } | null | undefined;
};

/**
 * Returns a text that tells documents with the same receiver and total apart: the UUID of the first paid
 * invoice, the date of payment of a receipt, or the description of the first item.
 */
export function markOf({ kind, items, paidDocuments, payroll }: Marked): string | null {
  if (kind === 'payment_complement') return paidDocuments?.[0]?.uuid.toLowerCase() ?? null;
  if (kind === 'payroll') return payroll?.paidOn ?? null;
  return items[0]?.description ?? null;
}
